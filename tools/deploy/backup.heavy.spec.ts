import { appendRevisions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, withDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { droptrack } from './command-line';
import { type DebianPostgres, describeWithDebianPostgres, startDebianPostgres } from './debian-postgres';

const CATALOGUE = join(__dirname, '../../prisma/catalogue');

let folder: string;
let source: TestDatabase;
let db: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'droptrack-backup-'));
  source = await createTestDatabase();
  db = openDatabase(source.url, { poolSize: 4, applicationName: 'test' });
  await done(source.url, 'catalogue', 'apply', CATALOGUE);
});
afterAll(async () => {
  await db.close();
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

const done = (url: string, ...args: string[]) => doneIn({ url, folder }, ...args);
const doneIn = async (place: Parameters<typeof droptrack>[0], ...args: string[]) => {
  const end = await droptrack(place, ...args);
  expect({ code: end.code, stderr: end.code === 0 ? '' : end.stderr }).toEqual({ code: 0, stderr: '' });
  return end;
};
/** Revisions up to a number, as text: number, instant and body. */
const logOf = (of: Database, seq: number) =>
  of.query(
    `SELECT count(*)::int AS revisions, md5(string_agg(r::text, E'\\n' ORDER BY seq)) AS content FROM revisions AS r WHERE seq <= $1`,
    [seq],
  );
const onDatabase = async <T>(url: string, work: (of: Database) => Promise<T>): Promise<T> => {
  const of = openDatabase(url, { poolSize: 1, applicationName: 'test' });
  return work(of).finally(() => of.close());
};

describe('a backup', () => {
  it('under load is a state that the log had, and restores elsewhere', async () => {
    let [isOver, appended] = [false, 0];
    const writer = async () => {
      while (!isOver) {
        const drafts = [{ entity: 'definition' as const, id: `d${appended}`, body: null, cause: 'catalogue' as const }];
        await db.transaction((sql) => appendRevisions(sql, drafts));
        appended += 1;
      }
    };
    const writers = [writer(), writer()];
    const before = appended;
    await done(source.url, 'backup', 'load.tar');
    expect(appended).toBeGreaterThan(before);
    isOver = true;
    await Promise.all(writers);

    const target = await createTestDatabase({ migrated: false });
    try {
      const { stdout } = await done(target.url, 'restore', 'load.tar', '--json');
      const { log } = JSON.parse(stdout) as { log: { seq: number } };
      await onDatabase(target.url, async (of) => {
        const restored = await logOf(of, log.seq);
        expect(restored).toEqual(await logOf(db, log.seq));
        // No revision is missing, and none is after the head.
        expect(restored).toMatchObject([{ revisions: log.seq }]);
      });
    } finally {
      await target.drop();
    }
  });

  it('restores into the embedded PostgreSQL of a new folder, and from there', async () => {
    await done(source.url, 'backup', 'moved.tar');
    const home = mkdtempSync(join(tmpdir(), 'droptrack-home-'));
    try {
      const { stdout } = await doneIn({ folder: home }, 'restore', join(folder, 'moved.tar'), '--json');
      const { history_seq: firstSeq } = JSON.parse(stdout) as { history_seq: number };
      await doneIn({ folder: home }, 'backup', 'back.tar');
      const check = await doneIn({ folder: home }, 'restore', 'back.tar', '--check', '--json');
      const { log } = JSON.parse(check.stdout) as { log: { seq: number } };
      expect(log.seq).toBeGreaterThanOrEqual(firstSeq);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});

describeWithDebianPostgres()('a backup of another major version of PostgreSQL', () => {
  let older: DebianPostgres;
  beforeAll(async () => {
    older = await startDebianPostgres();
    older.run('psql', older.url, '-c', 'CREATE DATABASE restored');
  });
  afterAll(() => older.remove());

  it('restores from 18 to the version of Debian, and back', async () => {
    const url = withDatabase(older.url, 'restored');
    await done(source.url, 'backup', 'from-18.tar');
    await done(url, 'restore', 'from-18.tar');
    await done(url, 'backup', 'from-debian.tar');
    const target = await createTestDatabase({ migrated: false });
    try {
      await done(target.url, 'restore', 'from-debian.tar');
      const [head] = await db.query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head');
      const restored = await onDatabase(target.url, (of) => logOf(of, head!.seq));
      expect(restored).toEqual(await logOf(db, head!.seq));
    } finally {
      await target.drop();
    }
  });

  it('by pg_dump is restored by pg_restore, and adopted with a new history', async () => {
    for (const name of ['dumped', 'adopted']) older.run('psql', older.url, '-c', `CREATE DATABASE ${name}`);
    const [from, to] = [withDatabase(older.url, 'dumped'), withDatabase(older.url, 'adopted')];
    await done(from, 'migrate');
    await done(from, 'catalogue', 'apply', CATALOGUE);
    older.run('pg_dump', '--format=custom', `--file=${older.folder}/droptrack.dump`, from);
    older.run('pg_restore', '--no-owner', '--single-transaction', `--dbname=${to}`, `${older.folder}/droptrack.dump`);
    await done(to, 'restore', '--adopt');
    const seqOf = (url: string) =>
      onDatabase(
        url,
        async (of) => (await of.query<{ seq: number }>('SELECT seq::float8 AS seq FROM log_head'))[0]!.seq,
      );
    const before = await seqOf(from);
    expect(await seqOf(to)).toBeGreaterThan(before + 1e9);
    const logs = await Promise.all([from, to].map((url) => onDatabase(url, (of) => logOf(of, before))));
    expect(logs[1]).toEqual(logs[0]);
  });
});
