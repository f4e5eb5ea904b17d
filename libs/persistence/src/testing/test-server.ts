import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrate } from '../migrate/migrate';
import { findRunningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres';
import { Holders } from '../postgres/holders';
import { placesOf } from '../postgres/places';
import { withClient } from '../postgres/with-client';
import { withDatabase } from './with-database';

/** A server for one test run, with a migrated database that nobody is connected to. */
export interface TestServer {
  /** Address of the database that tests clone. */
  readonly templateUrl: string;
  /** Drops the template and its clones; stops and deletes the server if it was made here. */
  stop(): Promise<void>;
}

const HOME_PREFIX = 'droptrack-test-';

/**
 * Gives a server for tests. Takes about 1.5 s, most of it `initdb`.
 *
 * @param directory - prisma/migrations.
 * @param existingUrl - any database of a server to use instead, as a role that may create databases.
 * @throws when it cannot be started or migrated; then nothing is left behind.
 */
export async function startTestServer(directory: string, existingUrl?: string): Promise<TestServer> {
  if (existingUrl !== undefined) return makeTemplate(existingUrl, directory, async () => undefined);
  await deleteLeftovers();
  const home = await mkdtemp(join(tmpdir(), HOME_PREFIX));
  // mkdtemp gives mode 700, which the server's user could not pass when we are root.
  await chmod(home, 0o755);
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ home, durable: false }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return makeTemplate(server.url, directory, async () => {
    await server.stop();
    await remove();
    if (!server.dataDirectory.startsWith(home)) await rm(dirname(server.dataDirectory), { recursive: true });
  });
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

/** Clones carry the template's name as their prefix, so what a killed test left behind is found as well. */
async function dropAll(url: string, template: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

/** Servers of runs that were killed outright: their starter is gone, so nobody else will stop them. */
async function deleteLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(HOME_PREFIX));
  for (const home of names.map((name) => join(tmpdir(), name))) {
    const places = await placesOf(home);
    if (places === null || (await new Holders(places.holdersDirectory).anyAlive()) !== false) continue;
    try {
      if ((await findRunningPostgres(home)) !== null) await (await startEmbeddedPostgres({ home })).stop();
      await rm(home, { recursive: true });
    } catch {
      // Another user's, or another run deletes it at this moment.
    }
  }
}
