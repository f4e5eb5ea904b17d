import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { ROLE } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { withClient } from './with-client';

const POLL_MS = 100;
/** invalid_password (PostgreSQL, appendix A): the only failure that waiting does not mend. */
const WRONG_PASSWORD = '28P01';

/** A server process that holds a data directory; its port is null while it starts. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number | null;
}

/**
 * The server that holds the data, by the file that PostgreSQL keeps there.
 *
 * @returns null when there is none: no file, or a stale one. A number that was
 *   given to another program since (common in containers) counts as stale too;
 *   PostgreSQL itself would refuse to start over it.
 */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const file = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
  if (file === null) return null;
  // Line 1 is the process, line 4 the port (PostgreSQL, src/include/utils/pidfile.h).
  const [pid = NaN, , , port] = file.split('\n').map(Number);
  if (!isAlive(pid) || !(await holds(pid, dataDirectory))) return null;
  return { pid, port: port || null };
}

/** Whether a process of ours has this id. A server for our data always runs under our user, or we are root. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Only Linux lets us look; elsewhere any live process is believed to be the server. */
async function holds(pid: number, dataDirectory: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.split('\0').includes(dataDirectory);
}

/**
 * Waits until the server that holds the data takes connections.
 *
 * @param attempts - how often to look, 100 ms apart; 1 looks once.
 * @returns its port, or null when none is there or it did not answer in time.
 * @throws {EmbeddedPostgresError} when it refuses the password.
 */
export async function answeringPort(dataDirectory: string, password: string, attempts: number): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = await readPostmaster(dataDirectory);
    if (postmaster === null) return null;
    const { port } = postmaster;
    if (port !== null && (await serves(serverUrl(port, password, 'postgres'), dataDirectory))) return port;
    if (attempt >= attempts) return null;
    await sleep(POLL_MS);
  }
}

/** The password alone could be accepted by a server that trusts everybody, so it must also name our data. */
async function serves(url: string, dataDirectory: string): Promise<boolean> {
  try {
    const directory = await withClient(url, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      return rows[0]?.data_directory ?? '';
    });
    return (await realpath(directory)) === (await realpath(dataDirectory));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === WRONG_PASSWORD) {
      throw new EmbeddedPostgresError('the server that runs does not take the password kept for it', { cause: error });
    }
    return false;
  }
}

/** Address of a database of an embedded server. By number, because `localhost` may mean IPv6 first. */
export function serverUrl(port: number, password: string, database: string = ROLE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}
