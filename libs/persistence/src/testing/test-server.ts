import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrate } from '../migrate/migrate';
import { findRunningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres';
import { Holders } from '../postgres/holders';
import { placesOf } from '../postgres/places';
import { withClient } from '../postgres/with-client';
import { withDatabase } from './with-database';

/** A server for one test run, with a migrated database without connections. */
export interface TestServer {
  /** Address of the database that tests clone. */
  readonly templateUrl: string;
  /** Drops the template and its clones; stops and deletes the server if it was made here. */
  stop(): Promise<void>;
}

/** Begins the names of the homes of servers of tests; those of killed runs are deleted. */
export const TEST_HOME_PREFIX = 'droptrack-test-';

/**
 * File system in memory on Linux. A clone takes 12 ms there, but 250 ms on ext4 once some clones were dropped, because
 * ext4 skips every inode that was freed in the last seconds.
 */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_LEAST = 2 ** 31;

/**
 * Starts a server for tests in about 1.5 s, most of it `initdb`.
 *
 * @param directory - prisma/migrations.
 * @param existingUrl - any database of a server to use instead, as a role that may create databases.
 * @throws when it cannot be started or migrated; it leaves no trace then.
 */
export async function startTestServer(directory: string, existingUrl?: string): Promise<TestServer> {
  if (existingUrl !== undefined) return makeTemplate(existingUrl, directory, async () => undefined);
  for (const parent of [tmpdir(), MEMORY]) await deleteLeftovers(parent);
  const home = await mkdtemp(join(await scratchDirectory(), TEST_HOME_PREFIX));
  // mkdtemp creates mode 700, which the user of the server could not enter when this process is root.
  await chmod(home, 0o755);
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ home, durable: false }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return makeTemplate(server.url, directory, async () => {
    await server.stop();
    await remove();
    // For root below a TMPDIR of mode 700, the data is in another directory.
    await rm(dirname(server.dataDirectory), { recursive: true, force: true });
  });
}

/** Directory for the homes of servers of tests: in memory if there is room. */
export async function scratchDirectory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES_LEAST ? MEMORY : tmpdir();
}

async function makeTemplate(url: string, directory: string, stopServer: () => Promise<void>): Promise<TestServer> {
  const template = `droptrack_test_${randomBytes(4).toString('hex')}`;
  const stop = async (): Promise<void> => {
    await dropAll(url, template).finally(stopServer);
  };
  try {
    await withClient(url, (client) => client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`));
    const templateUrl = withDatabase(url, template);
    await migrate(templateUrl, directory);
    return { templateUrl, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Drops the template and all databases with its name as prefix, including clones of killed tests. */
async function dropAll(url: string, template: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

/** Stops and deletes servers of test runs that were killed. */
async function deleteLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(TEST_HOME_PREFIX));
  for (const home of names.map((name) => join(parent, name))) {
    const places = await placesOf(home);
    if (places === null || (await new Holders(places.holdersDirectory).anyAlive()) !== false) continue;
    try {
      if ((await findRunningPostgres(home)) !== null) await (await startEmbeddedPostgres({ home })).stop();
      await rm(home, { recursive: true });
    } catch {
      // It belongs to another user, or another run deletes it at the same time.
    }
  }
}
