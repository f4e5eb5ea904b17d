import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgres/with-client';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { migrate, pendingMigrations } from './migrate';

describe('migrate', () => {
  let database: TestDatabase;
  let directory: string;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    directory = await mkdtemp(join(tmpdir(), 'droptrack-migrations-'));
    await add('20260101000000_add_first', 'CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);');
    await add('20260102000000_add_second', 'CREATE TABLE second (id int);');
    await writeFile(join(directory, 'migration_lock.toml'), 'provider = "postgresql"');
  });
  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true });
  });

  async function add(name: string, sql: string): Promise<void> {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'migration.sql'), sql);
  }
  const query = async (sql: string): Promise<unknown[]> =>
    withClient(database.url, async (client) => (await client.query(sql)).rows);
  const run = (): Promise<{ applied: string[] }> => migrate(database.url, directory);

  it('applies what is new, oldest first, and then nothing', async () => {
    expect(await pendingMigrations(database.url, directory)).toEqual([
      '20260101000000_add_first',
      '20260102000000_add_second',
    ]);
    expect(await run()).toEqual({ applied: ['20260101000000_add_first', '20260102000000_add_second'] });
    expect(await run()).toEqual({ applied: [] });
    expect(await pendingMigrations(database.url, directory)).toEqual([]);
    expect(await query('SELECT id FROM first')).toEqual([{ id: 1 }]);
  });

  // `prisma migrate deploy` must find every row as it would have written it.
  it('keeps the history that Prisma keeps', async () => {
    await add('20260101000000_add_first', 'SELECT 1;');
    await run();
    const [row] = await query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: '17db4fd369edb9244b9f91d9aeed145c3d04ad8ba6e95d06247f07a63527d11a', // sha256sum of the file
      migration_name: '20260101000000_add_first',
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      rolled_back_at: null,
      logs: null,
      applied_steps_count: 1,
    });
  });

  // Replicas of a release start together.
  it('lets one of four runners work', async () => {
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 2]);
  });

  it('rolls a failing one back whole, names its line, and keeps those before it', async () => {
    await add('20260103000000_break', 'CREATE TABLE third (id int);\nALTER TABLE nowhere ADD x int;');
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'MigrationError', code: 'failed', migration: '20260103000000_break' });
    expect(String(error)).toMatch(/relation "nowhere" does not exist \(42P01\)/);
    expect(await query("SELECT to_regclass('second') IS NOT NULL AS second, to_regclass('third') AS third")).toEqual([
      { second: true, third: null },
    ]);
    expect(await pendingMigrations(database.url, directory)).toEqual(['20260103000000_break']);

    await add('20260103000000_break', 'SELECT 1;\n\nSELEKT 1;');
    await expect(run()).rejects.toThrow('migration.sql:3: syntax error at or near "SELEKT" (42601)');
  });

  it('rejects an edited migration', async () => {
    await run();
    await add('20260101000000_add_first', 'CREATE TABLE first (id bigint);');
    await expect(run()).rejects.toMatchObject({ code: 'edited', migration: '20260101000000_add_first' });
    await expect(pendingMigrations(database.url, directory)).rejects.toMatchObject({ code: 'edited' });
  });

  it('rejects a deleted migration', async () => {
    await run();
    await rm(join(directory, '20260101000000_add_first'), { recursive: true });
    await expect(run()).rejects.toMatchObject({ code: 'missing', migration: '20260101000000_add_first' });
  });

  it('rejects an unfinished migration of Prisma, until it is marked as rolled back', async () => {
    await run();
    await query(
      "DROP TABLE second; UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'",
    );
    await expect(run()).rejects.toMatchObject({ code: 'unfinished', migration: '20260102000000_add_second' });

    await query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL');
    expect(await run()).toEqual({ applied: ['20260102000000_add_second'] });
  });

  it('says which file is missing in a directory of its own', async () => {
    await mkdir(join(directory, '20260104000000_empty'));
    await expect(run()).rejects.toThrow(/20260104000000_empty.migration\.sql/);
  });
});
