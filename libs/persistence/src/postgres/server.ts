import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { freePort } from './free-port';
import { answeringPort, readPostmaster } from './postmaster';
import { runProgram } from './run-program';

/** `pg_ctl` gives up after this long; a server that recovers from a crash can need it. */
const START_SECONDS = 60;
const STOP_SECONDS = 10;
/** A port that was free can be taken a moment later; then another one is tried. */
const PORTS_MAX = 3;
/** Children of a server that was killed hold its memory until they run again and notice; they are waited for. */
const CHILDREN = { waitMs: 100, waitsMax: 300 } as const;

export interface StartOptions {
  readonly port: number | undefined;
  readonly durable: boolean;
  readonly output: number;
}

/** Where the server answers, and whether it is ours: another start of the same home may have been faster. */
interface Started {
  readonly port: number;
  readonly byUs: boolean;
}

/**
 * Starts a server on prepared data, and waits until it takes connections.
 *
 * @throws {EmbeddedPostgresError} with the server's last words.
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<Started> {
  const { dataDirectory, password, places, binaries, account } = cluster;
  for (let [ports, waits] = [1, 0]; ;) {
    if ((await readPostmaster(dataDirectory)) === null)
      await rm(join(dataDirectory, 'postmaster.pid'), { force: true });
    const port = options.port ?? (await freePort());
    const logStart = (await stat(places.logFile)).size;
    const args = ['start', '-w', '-t', `${START_SECONDS}`, '-D', dataDirectory, '-o', settings(port, options.durable)];
    const code = await runProgram(binaries.pgCtl, args, account, options.output);

    const answering = await answeringPort(dataDirectory, password, 10).catch(async (error: unknown) => {
      if (code === 0) await stopServer(cluster);
      throw error;
    });
    if (answering !== null) return { port: answering, byUs: code === 0 };
    const words = (await readFile(places.logFile, 'utf8')).slice(logStart);
    const taken = words.includes('Address already in use');
    if (taken && options.port === undefined && ports++ < PORTS_MAX) continue;
    if (words.includes('pre-existing shared memory block') && waits++ < CHILDREN.waitsMax) {
      await sleep(CHILDREN.waitMs);
      continue;
    }
    throw new EmbeddedPostgresError(
      taken ? `port ${port} is taken` : `the server did not start: ${reasonIn(words)} (see ${places.logFile})`,
    );
  }
}

/**
 * Stops the server: sessions are ended and the data flushed ("fast"); after 10 s
 * it is cut off ("immediate") and recovers at the next start.
 *
 * @throws {EmbeddedPostgresError} when it is still there after that.
 */
export async function stopServer({ dataDirectory, binaries, account }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const running = await readPostmaster(dataDirectory);
    if (running === null) return;
    const args = ['stop', '-m', mode, '-w', '-t', `${STOP_SECONDS}`, '-D', dataDirectory];
    await runProgram(binaries.pgCtl, args, account);
  }
  await sleep(100);
  const left = await readPostmaster(dataDirectory);
  if (left !== null) throw new EmbeddedPostgresError(`the server (process ${left.pid}) does not stop`);
}

/**
 * The server's settings, passed at each start so that they follow the code and
 * not the day of `initdb`. No value may hold a space: they go through a shell.
 *
 * What it logs is cut to bare messages: details and statements can hold wallets (docs: trust).
 */
function settings(port: number, durable: boolean): string {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_init_zero: durable ? 'on' : 'off',
  };
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The most telling line, without its time and process. */
function reasonIn(words: string): string {
  const lines = words.match(/(FATAL|PANIC|ERROR|could not).*/g)?.filter((line) => !line.startsWith('could not start'));
  return lines?.at(-1)?.trim() ?? 'it gave no reason';
}
