import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgres/with-client';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { migrate, planMigrations } from './migrate';

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
  const run = async () => ({ applied: (await migrate(database.url, directory)).applied });
  const pendingNames = async () =>
    (await planMigrations(database.url, directory, '0.1.0')).pending.map(({ name }) => name);

  it('applies what is new, oldest first, and then nothing', async () => {
    expect(await pendingNames()).toEqual(['20260101000000_add_first', '20260102000000_add_second']);
    expect(await run()).toEqual({ applied: ['20260101000000_add_first', '20260102000000_add_second'] });
    expect(await run()).toEqual({ applied: [] });
    expect(await pendingNames()).toEqual([]);
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
    expect(await pendingNames()).toEqual(['20260103000000_break']);

    await add('20260103000000_break', 'SELECT 1;\n\nSELEKT 1;');
    await expect(run()).rejects.toThrow('migration.sql:3: syntax error at or near "SELEKT" (42601)');
  });

  it('rejects an edited migration', async () => {
    await run();
    await add('20260101000000_add_first', 'CREATE TABLE first (id bigint);');
    await expect(run()).rejects.toMatchObject({ code: 'edited', migration: '20260101000000_add_first' });
    await expect(pendingNames()).rejects.toMatchObject({ code: 'edited' });
  });

  // A worker of the former release can restart during an upgrade.
  it('accepts migrations of a later version, unless one needs a later version', async () => {
    await run();
    await rm(join(directory, '20260102000000_add_second'), { recursive: true });
    expect(await migrate(database.url, directory)).toEqual({ applied: [], newer: ['20260102000000_add_second'] });

    await add('20260103000000_drop_first_needs_0_3_0', 'DROP TABLE first;');
    await add('20260102000000_add_second', 'CREATE TABLE second (id int);');
    await run();
    await rm(join(directory, '20260103000000_drop_first_needs_0_3_0'), { recursive: true });
    const by = (version: string) => migrate(database.url, directory, { version });
    await expect(by('0.2.9')).rejects.toMatchObject({
      code: 'database_newer',
      message: 'The database needs Droptrack 0.3.0 or later, and this is 0.2.9: install version 0.3.0 or later',
    });
    expect(await by('0.3.0')).toEqual({ applied: [], newer: ['20260103000000_drop_first_needs_0_3_0'] });
  });

  it('rejects a database that has diverged: each has a migration that the other lacks', async () => {
    await run();
    await rm(join(directory, '20260101000000_add_first'), { recursive: true });
    await add('20260103000000_add_third', 'SELECT 1;');
    await expect(run()).rejects.toMatchObject({ code: 'missing', migration: '20260101000000_add_first' });
  });

  it('leaves a database of another project as it is', async () => {
    await query('CREATE TABLE invoices (id int)');
    await expect(run()).rejects.toMatchObject({
      code: 'database_foreign',
      problem: expect.stringContaining('invoices'),
    });
    await query(
      "CREATE TABLE _prisma_migrations AS SELECT '20250101000000_x' AS migration_name, 'c' AS checksum, now() AS started_at, now() AS finished_at, NULL::timestamptz AS rolled_back_at",
    );
    await expect(run()).rejects.toMatchObject({ code: 'database_foreign' });
    expect(await query("SELECT to_regclass('first') AS first")).toEqual([{ first: null }]);
  });

  it('ignores tables of extensions', async () => {
    await query('CREATE EXTENSION pg_stat_statements');
    expect((await run()).applied).toHaveLength(2);
  });

  it('reports each migration, its long locks, and its duration', async () => {
    const header = '-- Why:      x\n-- Locks:    rows, some 2 s per million\n--           rows.\n-- Way back: none\n';
    await add('20260103000000_build_index', `${header}SELECT 1;`);
    const calls: unknown[] = [];
    await migrate(database.url, directory, {
      onBegin: ({ name, longLocks }) => calls.push([name, longLocks]),
      onEnd: (name, durationMs) => calls.push([name, durationMs > 0]),
    });
    expect(calls.slice(2)).toEqual([
      ['20260102000000_add_second', null],
      ['20260102000000_add_second', true],
      ['20260103000000_build_index', 'rows, some 2 s per million rows.'],
      ['20260103000000_build_index', true],
    ]);
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
