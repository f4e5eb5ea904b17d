import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRejectedError } from '../database/database-error';
import { ROLE } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { withClient } from './with-client';

const POLL_MS = 100;
/** invalid_password (PostgreSQL, appendix A): the only failure that a retry cannot resolve. */
const WRONG_PASSWORD = '28P01';

/** Server process of a data directory; its port is null while it starts. */
interface Postmaster {
  readonly pid: number;
  readonly port: number | null;
}

/**
 * Server of a data directory, by PostgreSQL's pid file.
 *
 * @returns null without a file, or with a stale one. A process id that was reused by another program (common in containers)
 *   counts as stale too, while PostgreSQL itself would not start.
 */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const file = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
  if (file === null) return null;
  // Line 1 is the process, line 4 the port (PostgreSQL, src/include/utils/pidfile.h).
  const [pid = NaN, , , port] = file.split('\n').map(Number);
  if (!isAlive(pid) || !(await holds(pid, dataDirectory))) return null;
  return { pid, port: port || null };
}

/** True when a process of this user has the id. A server of our data runs as this user, unless this process is root. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Reads /proc on Linux; elsewhere any live process counts as the server. */
async function holds(pid: number, dataDirectory: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.split('\0').includes(dataDirectory);
}

/**
 * Waits until the server of a data directory accepts connections.
 *
 * @param attempts - number of checks, 100 ms apart.
 * @returns its port, or null when there is none or it did not respond in time.
 * @throws {EmbeddedPostgresError} when it rejects the password.
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

/** A server with `trust` authentication accepts any password, so its data directory is compared as well. */
async function serves(url: string, dataDirectory: string): Promise<boolean> {
  try {
    const directory = await withClient(url, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      return rows[0]?.data_directory ?? '';
    });
    return (await realpath(directory)) === (await realpath(dataDirectory));
  } catch (error) {
    if (error instanceof DatabaseRejectedError && error.code === WRONG_PASSWORD) {
      throw new EmbeddedPostgresError('the server that runs does not take the password kept for it', { cause: error });
    }
    return false;
  }
}

/** Address of a database of an embedded server. By number, because `localhost` may mean IPv6 first. */
export function serverUrl(port: number, password: string, database: string = ROLE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}
