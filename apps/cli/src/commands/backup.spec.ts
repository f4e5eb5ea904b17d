import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { BackupFile } from '../backup/backup-file';
import { findPlaces } from '../config/places';
import { runCall } from '../run-testing';

const PLACES = findPlaces(__dirname);
const WALLETS = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x52908400098527886E0F7030069857D2E4169EE7'];
/** Everything that COPY has to escape, and characters of two to four bytes. */
const LABEL = 'tab\t line\n return\r back\\slash \\. \\N é 東 🎉';

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-backup-'));
  const file = join(folder, 'backup.tar');
  let [source, db]: [TestDatabase, Database] = [null!, null!];
  const call = (url: string, ...args: string[]) =>
    runCall(args, { env: { DATABASE_URL: url, DROPTRACK_HOME: folder }, cwd: folder });
  const done = async (url: string, ...args: string[]) => {
    const { code, stdout, stderr } = await call(url, ...args);
    expect({ code, problem: code === 0 ? '' : stderr + stdout }).toEqual({ code: 0, problem: '' });
    return stdout;
  };

  beforeAll(async () => {
    source = await createTestDatabase();
    db = openDatabase(source.url, { poolSize: 2, applicationName: 'test' });
    await done(source.url, 'catalogue', 'apply', join(PLACES.root, 'prisma', 'catalogue'));
    await done(source.url, 'keys', 'issue', '--plan', 'pro', '--label', 'kept');
    writeFileSync(
      join(folder, 'list.csv'),
      ['address,amount', ...WALLETS.map((wallet) => `${wallet},1.5`), ''].join('\n'),
    );
    await done(source.url, 'lists', 'load', 'linea', 'list.csv', '--unit', 'token', '--accept-mismatch');
    await db.query('UPDATE api_keys SET label = $1', [LABEL]);
    await done(source.url, 'backup', 'backup.tar');
  });
  afterAll(async () => {
    await db.close();
    await source.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const emptyDatabase = () => createTestDatabase({ migrated: false });
  /** Runs `work` on an empty database. */
  const onEmpty = async (work: (url: string, query: Database['query']) => Promise<void>): Promise<void> => {
    const target = await emptyDatabase();
    const other = openDatabase(target.url, { poolSize: 1, applicationName: 'test' });
    try {
      await work(target.url, other.query.bind(other));
    } finally {
      await other.close();
      await target.drop();
    }
  };
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

  it('restores every row, index, key and trigger', () =>
    onEmpty(async (url, query) => {
      await done(url, 'restore', 'backup.tar');
      const [before, after] = [await tablesOf(db.query.bind(db)), await tablesOf(query)];
      expect(after['revisions']).toEqual(before['revisions']);
      // The head and the counters are those of the new history.
      const renewed = { log_head: null, key_changes: null };
      expect({ ...after, ...renewed }).toEqual({ ...before, ...renewed });
      expect(before['list_rows']).toMatchObject({ rows: 2 });
      expect(await query(SCHEMA)).toEqual(await db.query(SCHEMA));
      expect(await query('SELECT label FROM api_keys')).toEqual([{ label: LABEL }]);
      expect(
        await done(url, 'catalogue', 'apply', join(PLACES.root, 'prisma', 'catalogue'), '--accept-mismatch'),
      ).toMatch(/unchanged|no change/i);
    }));

  it('is complete before it appears, for its owner only, and replaces no file without --force', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    expect(await call(source.url, 'backup', 'backup.tar')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('backup.tar exists already') as string,
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    cpSync(file, join(folder, 'replaced.tar'));
    await done(source.url, 'backup', 'replaced.tar', '--force');
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('replaces no file that has appeared while it was written, and no backup that is being written', async () => {
    const target = join(folder, 'raced.tar');
    const place = { shownAs: 'raced.tar', isForced: false, now: () => 0 };
    const [first, second] = [await BackupFile.create(target, place), await BackupFile.create(target, place)];
    await first.commit();
    await expect(second.commit()).rejects.toMatchObject({ code: 'file_exists' });
    await second.discard();
    expect(statSync(target).size).toBe(first.bytes);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  // A client must never receive other data under a number that it knows.
  it('gives numbers after a restore that no history before it has given', () =>
    onEmpty(async (url, query) => {
      await done(url, 'restore', 'backup.tar');
      const heads = async (of: Database['query']) =>
        (await of<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head'))[0]!.seq;
      const first = await heads(query);
      expect(first).toBeGreaterThan((await heads(db.query.bind(db))) + 1e9);
      expect(first).toBeLessThan(Number.MAX_SAFE_INTEGER / 10);
      expect(await query('SELECT seq::float8 AS seq, cause FROM revisions ORDER BY seq DESC LIMIT 1')).toEqual([
        { seq: first, cause: 'restore' },
      ]);
      const [changes] = await query<{ keys: number; feeds: number }>(
        'SELECT version::float8 AS keys, feeds_version::float8 AS feeds FROM key_changes',
      );
      expect(Math.min(changes!.keys, changes!.feeds)).toBeGreaterThan(1e9);
      writeFileSync(join(folder, 'other.csv'), `address,amount\n${WALLETS[0]},7\n`);
      await done(url, 'lists', 'load', 'linea', 'other.csv', '--unit', 'token', '--accept-mismatch');
      const [list] = await query<{ id: number }>('SELECT max(id)::float8 AS id FROM lists');
      expect(list!.id).toBeGreaterThan(1e9);
    }));

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['truncated', (bytes) => bytes.subarray(0, bytes.length - 2_048), /damaged/],
    ['cut in a table', (bytes) => bytes.subarray(0, bytes.length >> 1), /damaged/],
    ['changed in one byte', (bytes) => changed(bytes, bytes.length >> 1), /damaged/],
    ['empty', () => Buffer.alloc(0), /not a backup of Droptrack/],
    ['another file', () => readFileSync(join(PLACES.root, 'package.json')), /not a backup of Droptrack/],
    [
      'of a later format',
      (bytes) => edited(bytes, '"format": 1', '"format": 2'),
      /format 2, which this version does not know/,
    ],
    [
      'of a later version',
      (bytes) => edited(bytes, '20261121040000_create', '20991121040000_create'),
      /migration that this version does not have/,
    ],
  ])('is rejected in one sentence if it is %s, and leaves the database empty', (_, change, sentence) =>
    onEmpty(async (url, query) => {
      writeFileSync(join(folder, 'bad.tar'), change(readFileSync(file)));
      for (const args of [
        ['restore', 'bad.tar'],
        ['restore', 'bad.tar', '--check'],
      ]) {
        const { code, stderr } = await call(url, ...args);
        if (args.length === 3 && String(sentence).includes('migration')) continue;
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) as string });
        expect(stderr.trim().split('\n')).toHaveLength(1);
      }
      expect(await query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
    }),
  );

  it('is restored into no database that is used', async () => {
    const { code, stderr } = await call(source.url, 'restore', 'backup.tar');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/into an empty database only/) as string,
    });
  });

  it('of other tools is adopted with a new history, unless the service runs on it', () =>
    onEmpty(async (url, query) => {
      await done(url, 'restore', 'backup.tar');
      const head = () => query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
      const [before] = await head();
      const running = openDatabase(url, { poolSize: 1, applicationName: 'droptrack api' });
      await running.query('SELECT 1');
      expect(await call(url, 'restore', '--adopt')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('in use (droptrack api)') as string,
      });
      expect(await head()).toEqual([before]);
      await running.close();
      await done(url, 'restore', '--adopt');
      expect((await head())[0]!.seq).toBeGreaterThan(before!.seq);
    }));

  it.each([[['restore']], [['restore', 'backup.tar', '--adopt']], [['restore', '-']], [['backup', '-']]])(
    'is neither written nor restored by wrong usage: %j',
    async (args) => {
      expect((await call(source.url, ...args)).code).toBe(2);
      expect(readdirSync(folder).filter((name) => name.startsWith('-'))).toEqual([]);
    },
  );

  it('with a table that is none of Droptrack restores the others, and names it', async () => {
    const extended = await createTestDatabase();
    const other = openDatabase(extended.url, { poolSize: 1, applicationName: 'test' });
    try {
      await other.query(`CREATE TABLE notes AS SELECT 'kept elsewhere' AS note`);
      await done(extended.url, 'backup', 'extended.tar');
    } finally {
      await other.close();
      await extended.drop();
    }
    await onEmpty(async (url, query) => {
      const report = JSON.parse(await done(url, 'restore', 'extended.tar', '--json')) as { skipped: string[] };
      expect(report.skipped).toEqual(['notes']);
      expect(await query(SCHEMA)).toEqual(await db.query(SCHEMA));
    });
  });

  it('is verified without a database', async () => {
    const { code, stdout } = await call(
      'postgres://droptrack@127.0.0.1:1/none',
      'restore',
      'backup.tar',
      '--check',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: 'backup.tar', log: { seq: expect.any(Number) as number } });
  });

  it('is made of no database of another project', () =>
    onEmpty(async (url, query) => {
      await query('CREATE TABLE theirs (id int)');
      expect(await call(url, 'backup', 'none.tar')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('has no tables of Droptrack') as string,
      });
      expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
    }));

  it('of an earlier version is migrated to this one', async () => {
    const older = mkdtempSync(join(tmpdir(), 'droptrack-older-'));
    const migrations = readdirSync(PLACES.migrations)
      .filter((name) => name.startsWith('2026'))
      .sort();
    try {
      for (const name of migrations.slice(0, -3))
        cpSync(join(PLACES.migrations, name), join(older, name), { recursive: true });
      await onEmpty(async (url) => {
        await migrate(url, older);
        await done(url, 'backup', 'older.tar');
      });
    } finally {
      rmSync(older, { recursive: true });
    }
    await onEmpty(async (url, query) => {
      const report = JSON.parse(await done(url, 'restore', 'older.tar', '--json')) as { migrated: string[] };
      expect(report.migrated).toEqual(migrations.slice(-3));
      expect(await query(SCHEMA)).toEqual(await db.query(SCHEMA));
    });
  });
});

const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
};
/** Replaces a text of the same length; headers do not cover contents. */
const edited = (bytes: Buffer, from: string, to: string): Buffer => {
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]);
};
