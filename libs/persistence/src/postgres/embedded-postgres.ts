import { open } from 'node:fs/promises';
import { serverAccount } from './account';
import { usableBinaries } from './binaries';
import { type Cluster, prepareData, ROLE } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { Holders } from './holders';
import { findData, makeHome, placesOf, readPassword } from './places';
import { answeringPort, readPostmaster, serverUrl } from './postmaster';
import { type StartOptions, startServer, stopServer } from './server';
import { withClient } from './with-client';

interface EmbeddedPostgresOptions {
  /** Directory for data, password and log; created when absent. */
  readonly home: string;
  /** Any free port when not given. A running server keeps its port. */
  readonly port?: number | undefined;
  /** False for tests: a crash of the machine may then lose or damage the data. */
  readonly durable?: boolean | undefined;
  /** Called with one line per decision that an operator should know about. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface EmbeddedPostgres {
  /** URL of the service's database, with the password. */
  readonly url: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** True when the server of an earlier start is reused. */
  readonly alreadyRunning: boolean;
  /**
   * Ends all sessions and stops the server within 20 s, unless another process uses it too; the last one stops it.
   * Idempotent.
   */
  stop(): Promise<void>;
}

/** Attempts to reach a server that recovers from a crash or is stopping: 60 s. */
const PATIENCE_ATTEMPTS = 600;

/**
 * Starts PostgreSQL on the loopback interface, with its data below `home`.
 *
 * The server runs in a session of its own, so that Ctrl-C stops it last and through this process. When this process is
 * killed, the server keeps running and the next start reuses it. Several processes share the server of one home; the last
 * one stops it.
 *
 * @throws {EmbeddedPostgresError} with the problem and its solution.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    throw new EmbeddedPostgresError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * URL of the running server of `home`, for a second process such as a command of the operator.
 *
 * @returns null when none runs, or it is still starting.
 * @throws {EmbeddedPostgresError} when the home's password cannot be read by this user.
 */
export async function findRunningPostgres(home: string): Promise<string | null> {
  const places = await placesOf(home);
  for (const dataDirectory of places?.dataDirectories ?? []) {
    if (places === null || (await readPostmaster(dataDirectory)) === null) continue;
    const password = await readPassword(places.passwordFile);
    const port = await answeringPort(dataDirectory, password, 1);
    if (port !== null) return serverUrl(port, password);
  }
  return null;
}

/**
 * True once a start has created the database of a home.
 *
 * @throws {EmbeddedPostgresError} when it belongs to another user.
 */
export async function hasEmbeddedPostgres(home: string): Promise<boolean> {
  const places = await placesOf(home);
  return places !== null && (await findData(places)) !== null;
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const places = await makeHome(options.home);
  const account = await serverAccount(places.dataDirectories);
  const binaries = await usableBinaries(places.home, account, log);
  const output = await open(places.logFile, 'a', 0o600);
  try {
    const durable = options.durable ?? true;
    const dataDirectory = await prepareData(places, binaries, account, { durable, output: output.fd, log });
    const password = await readPassword(places.passwordFile);
    const cluster: Cluster = { places, account, binaries, dataDirectory, password };
    return await hold(cluster, { port: options.port, durable, output: output.fd });
  } finally {
    await output.close();
  }
}

/** Finds or starts the server and registers this process as its user; undoes both on failure. */
async function hold(cluster: Cluster, options: StartOptions): Promise<EmbeddedPostgres> {
  const holders = new Holders(cluster.places.holdersDirectory);
  await holders.add();
  let startedByUs = false;
  try {
    const running = await answeringPort(cluster.dataDirectory, cluster.password, PATIENCE_ATTEMPTS);
    if (running === null) await holders.clear();
    const { port, byUs } = running === null ? await startServer(cluster, options) : { port: running, byUs: false };
    startedByUs = byUs;
    await holders.add();
    await createDatabase(serverUrl(port, cluster.password, 'postgres'));
    return handle(cluster, port, !byUs, holders);
  } catch (error) {
    await (startedByUs ? letGo(cluster, holders) : holders.remove());
    throw error;
  }
}

/** Stops the server unless other processes use it. */
async function letGo(cluster: Cluster, holders: Holders): Promise<void> {
  await holders.remove();
  if (await holders.anyAlive()) return;
  await stopServer(cluster);
  await holders.clear();
}

function handle(cluster: Cluster, port: number, alreadyRunning: boolean, holders: Holders): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  return {
    url: serverUrl(port, cluster.password),
    port,
    dataDirectory: cluster.dataDirectory,
    alreadyRunning,
    stop: () => (stopping ??= letGo(cluster, holders)),
  };
}

/** Creates the database of the service, which `initdb` does not; an interrupted first start may have left it missing. */
async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    // Two starts of one home may reach this at the same time.
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${ROLE}`);
  });
}
