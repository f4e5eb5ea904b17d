import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgres/with-client';
import { createTestDatabase, TEMPLATE_VARIABLE } from './test-database';
import { startTestServer } from './test-server';

const url = process.env[TEMPLATE_VARIABLE]!.replace(/[^/]*$/, 'postgres');

describe('startTestServer', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'droptrack-migrations-'));
    await mkdir(join(directory, '20260101000000_add_one'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** The templates on the server; clones come and go with the other files' tests. */
  const databases = (): Promise<string[]> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        "SELECT datname FROM pg_database WHERE datname ~ '^droptrack_test_[0-9a-f]{8}$'",
      );
      return rows.map(({ datname }) => datname);
    });
  const migration = (sql: string): Promise<void> =>
    writeFile(join(directory, '20260101000000_add_one', 'migration.sql'), sql);

  it('prepares a template on a server that is given, and leaves that server running', async () => {
    await migration('CREATE TABLE one (id int);');
    const server = await startTestServer(directory, url);
    const name = new URL(server.templateUrl).pathname.slice(1);
    expect(await databases()).toContain(name);
    await server.stop();
    expect(await databases()).not.toContain(name);
  });

  it('leaves nothing behind when a migration fails', async () => {
    await migration('CREATE TABLE one (id nonsense);');
    const before = await databases();
    await expect(startTestServer(directory, url)).rejects.toThrow(/type "nonsense" does not exist/);
    expect((await databases()).filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('createTestDatabase', () => {
  it('gives each file a database of its own, with the tables of the migrations', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(one.url).not.toBe(other.url);
    await withClient(one.url, (client) => client.query('CREATE TABLE mine (id int)'));
    const seen = await withClient(other.url, async (client) => {
      const { rows } = await client.query("SELECT to_regclass('drops') AS drops, to_regclass('mine') AS mine");
      return rows[0];
    });
    expect(seen).toEqual({ drops: 'drops', mine: null });
    await Promise.all([one.drop(), other.drop()]);
  });
});
