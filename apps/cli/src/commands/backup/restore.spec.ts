import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { type BackupStage, backupStage, CATALOGUE, LABEL, onEmpty, PLACES, WALLETS } from './testing';

let stage: BackupStage;
beforeAll(async () => void (stage = await backupStage()));
afterAll(() => stage.close());

/** Definitions of all tables, indexes, constraints and triggers. */
const SCHEMA = `
  SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
           (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = c.oid AND adnum = a.attnum)) AS line
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('%s %s', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

const tablesOf = async (query: Database['query']) => {
  const names = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of names) {
    [contents[name]] = await query(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")) AS content FROM ${name} AS t
       ${name === 'revisions' ? "WHERE cause <> 'restore'" : ''}`,
    );
  }
  return contents;
};

const MIGRATIONS = readdirSync(PLACES.migrations)
  .filter((name) => name.startsWith('2026'))
  .sort();
/** Runs `work` on a database that lacks the last three migrations. */
const onOlder = (work: Parameters<typeof onEmpty>[0]) =>
  onEmpty(async (url, query) => {
    const older = mkdtempSync(join(tmpdir(), 'droptrack-older-'));
    try {
      for (const name of MIGRATIONS.slice(0, -3))
        cpSync(join(PLACES.migrations, name), join(older, name), { recursive: true });
      await migrate(url, older);
      await work(url, query);
    } finally {
      rmSync(older, { recursive: true });
    }
  });

describe('a backup', () => {
  it('restores every row, index, key and trigger', () =>
    onEmpty(async (url, query) => {
      await stage.done(url, 'restore', 'backup.tar');
      const [before, after] = [await tablesOf(stage.db.query.bind(stage.db)), await tablesOf(query)];
      expect(after['revisions']).toEqual(before['revisions']);
      // The head, the counters and the sequences of events are those of the new history.
      const renewed = { log_head: null, key_changes: null, calendar_events: null };
      expect({ ...after, ...renewed }).toEqual({ ...before, ...renewed });
      expect(before['list_rows']).toMatchObject({ rows: 2 });
      expect(await query(SCHEMA)).toEqual(await stage.db.query(SCHEMA));
      expect(await query('SELECT label FROM api_keys')).toEqual([{ label: LABEL }]);
      expect(await stage.done(url, 'catalogue', 'apply', CATALOGUE, '--accept-mismatch')).toMatch(
        /unchanged|no change/i,
      );
    }));

  // A client must never receive other data under a number that it knows.
  it('gives numbers after a restore that no history before it has given', () =>
    onEmpty(async (url, query) => {
      await stage.done(url, 'restore', 'backup.tar');
      const heads = async (of: Database['query']) =>
        (await of<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head'))[0]!.seq;
      const first = await heads(query);
      expect(first).toBeGreaterThan((await heads(stage.db.query.bind(stage.db))) + 1e9);
      expect(first).toBeLessThan(Number.MAX_SAFE_INTEGER / 10);
      expect(await query('SELECT seq::float8 AS seq, cause FROM revisions ORDER BY seq DESC LIMIT 1')).toEqual([
        { seq: first, cause: 'restore' },
      ]);
      const [changes] = await query<{ keys: number; feeds: number }>(
        'SELECT version::float8 AS keys, feeds_version::float8 AS feeds FROM key_changes',
      );
      expect(Math.min(changes!.keys, changes!.feeds)).toBeGreaterThan(1e9);
      writeFileSync(join(stage.folder, 'other.csv'), `address,amount\n${WALLETS[0]},7\n`);
      await stage.done(url, 'lists', 'load', 'linea', 'other.csv', '--unit', 'token', '--accept-mismatch');
      const [list] = await query<{ id: number }>('SELECT max(id)::float8 AS id FROM lists');
      expect(list!.id).toBeGreaterThan(1e9);
    }));

  it('is restored into no database that is used', async () => {
    const { code, stderr } = await stage.call(stage.url, 'restore', 'backup.tar');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/into an empty database only/) as string,
    });
  });

  it('with a table that is none of Droptrack restores the others, and names it', async () => {
    const extended = await createTestDatabase();
    const other = openDatabase(extended.url, { poolSize: 1, applicationName: 'test' });
    try {
      await other.query(`CREATE TABLE notes AS SELECT 'kept elsewhere' AS note`);
      await stage.done(extended.url, 'backup', 'extended.tar');
    } finally {
      await other.close();
      await extended.drop();
    }
    await onEmpty(async (url, query) => {
      const report = JSON.parse(await stage.done(url, 'restore', 'extended.tar', '--json')) as { skipped: string[] };
      expect(report.skipped).toEqual(['notes']);
      expect(await query(SCHEMA)).toEqual(await stage.db.query(SCHEMA));
    });
  });

  it('is verified without a database', async () => {
    const { code, stdout } = await stage.call(
      'postgres://droptrack@127.0.0.1:1/none',
      'restore',
      'backup.tar',
      '--check',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: 'backup.tar', log: { seq: expect.any(Number) as number } });
  });

  it('of an earlier version is migrated to this one', async () => {
    await onOlder(async (url) => {
      await stage.done(url, 'backup', 'older.tar');
    });
    await onEmpty(async (url, query) => {
      const report = JSON.parse(await stage.done(url, 'restore', 'older.tar', '--json')) as { migrated: string[] };
      expect(report.migrated).toEqual(MIGRATIONS.slice(-3));
      expect(await query(SCHEMA)).toEqual(await stage.db.query(SCHEMA));
    });
  });
});

describe('a database that other tools have restored', () => {
  it('is adopted with a new history, unless the service runs on it', () =>
    onEmpty(async (url, query) => {
      await stage.done(url, 'restore', 'backup.tar');
      const head = () => query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
      const [before] = await head();
      const running = openDatabase(url, { poolSize: 1, applicationName: 'droptrack api' });
      await running.query('SELECT 1');
      expect(await stage.call(url, 'restore', '--adopt')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('in use (droptrack api)') as string,
      });
      expect(await head()).toEqual([before]);
      await running.close();
      await stage.done(url, 'restore', '--adopt');
      expect((await head())[0]!.seq).toBeGreaterThan(before!.seq);
    }));

  it('is not adopted before it has the migrations of this version', () =>
    onOlder(async (url, query) => {
      const { code, stderr } = await stage.call(url, 'restore', '--adopt');
      expect([code, stderr.trim().split('\n')]).toEqual([
        1,
        [
          expect.stringContaining('The database lacks migrations of this version'),
          'To fix it, run `droptrack migrate`.',
        ],
      ]);
      expect(await query('SELECT seq::int FROM log_head')).toEqual([{ seq: 0 }]);
    }));
});
