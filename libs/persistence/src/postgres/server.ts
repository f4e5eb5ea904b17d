import { createServer } from 'node:net';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { answeringPort, readPostmaster } from './postmaster';
import { reasonIn, runProgram } from './run-program';

/** Timeout of `pg_ctl`, long enough for crash recovery. */
const START_SECONDS = 60;
const STOP_SECONDS = 10;
/** Attempts with another port, in case a free port is taken in between. */
const PORTS_MAX = 3;
/** Wait for children of a killed server, which hold its shared memory until they notice. */
const CHILDREN = { waitMs: 100, waitsMax: 300 } as const;

export interface StartOptions {
  readonly port: number | undefined;
  readonly durable: boolean;
  readonly output: number;
}

/** Port of the server; `isOurs` is false when another start of the same home was faster. */
interface Started {
  readonly port: number;
  readonly byUs: boolean;
}

/**
 * Starts a server on prepared data, and waits until it accepts connections.
 *
 * @throws {EmbeddedPostgresError} with the last line of the server's log.
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
 * Stops the server: ends sessions and flushes the data ("fast"); after 10 s aborts it ("immediate"), so that it recovers
 * at the next start.
 *
 * @throws {EmbeddedPostgresError} when it is still running after that.
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
 * Settings of the server, passed at each start so that they follow the code, not the time of `initdb`. No value may contain
 * a space, because they pass through a shell.
 *
 * The log is limited to bare messages, because details and statements can contain wallets.
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
    // Data of tests is in memory, where a read by another process only costs time.
    ...(durable ? {} : { io_method: 'sync' }),
  };
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** A free port of 127.0.0.1. Another program may take it before it is used. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
