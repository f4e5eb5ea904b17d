import { type Database, openDatabase, readLists } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { sampleReadingsOf } from '@droptrack/sample';
import { applySample, applySampleReadings } from './apply-sample';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2026-11-21T09:20:00.000Z');

let test: TestDatabase;
let db: Database;
// One demo, lived through from test to test: its first load takes seconds.
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  await applySample(db, { nowMs: NOW_MS });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const count = async (what: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};
const alive = () => count("drops WHERE origin = 'sample' AND archived_at IS NULL");
/** Drops and hours of the last days, up to an instant, of which a signal that is read each hour was not. */
const holes = (days: number, untilMs: number) =>
  count(`(
    SELECT generate_series(to_timestamp(${(untilMs - days * DAY_MS) / 1_000}), to_timestamp(${untilMs / 1_000}), '1 hour') AS at
  ) AS hours WHERE NOT EXISTS (
    SELECT FROM readings WHERE signal = 'farcaster_authors' AND source = 'sample' AND observed_at = date_trunc('hour', at)
  )`);

it('gives an empty database drops, lists of both kinds of wallets, and 35 days of readings', async () => {
  expect(await alive()).toBe(24);
  const lists = await readLists(db, null);
  expect(new Set(lists.map(({ kind }) => kind))).toEqual(new Set(['allocation', 'exclusion']));
  expect(await count('list_rows WHERE octet_length(wallet) = 20')).toBeGreaterThan(500);
  expect(await count('list_rows WHERE octet_length(wallet) = 32')).toBeGreaterThan(100);
  expect(await count('readings')).toBeGreaterThan(50_000);
  expect(await holes(34, NOW_MS)).toBe(0);
});

it('tells nothing new the second time in a day, and readings only with the hour', async () => {
  const before = [await count('revisions'), await count('readings'), await count('lists')];
  await applySample(db, { nowMs: NOW_MS + 10 * 60_000 });
  expect([await count('revisions'), await count('readings'), await count('lists')]).toEqual(before);
  await applySampleReadings(db, { nowMs: NOW_MS + HOUR_MS });
  expect(await count('readings')).toBeGreaterThan(before[1]!);
  expect(await count('revisions')).toBe(before[0]);
});

it('goes on day by day: drops go and come, and new ones have a past', async () => {
  const former = await db.query<{ id: string }>('SELECT id FROM drops');
  for (let day = 1; day <= 3; day++) await applySample(db, { nowMs: NOW_MS + day * DAY_MS });
  expect(await alive()).toBe(24);
  expect(await count('drops WHERE archived_at IS NOT NULL')).toBe(1);
  const [newer] = await db.query<{ id: string; days: number }>(
    `SELECT id, (SELECT count(DISTINCT day)::int FROM signal_days WHERE drop_id = id) AS days
     FROM drops WHERE id <> ALL ($1)`,
    [former.map(({ id }) => id)],
  );
  expect(newer!.days).toBeGreaterThan(30);
});

it('fills a gap of five days, for every drop and signal', async () => {
  const [afterMs, untilMs] = [NOW_MS + 3 * DAY_MS, NOW_MS + 8 * DAY_MS];
  await applySample(db, { nowMs: untilMs });
  expect(await alive()).toBe(24);
  const stored = await db.query<{ id: string; n: number }>(
    `SELECT id, (SELECT count(*)::int FROM readings WHERE drop_id = drops.id AND source = 'sample'
                 AND observed_at > to_timestamp($1) AND observed_at <= to_timestamp($2)) AS n
     FROM drops WHERE archived_at IS NULL ORDER BY id`,
    [afterMs / 1_000, untilMs / 1_000],
  );
  const made = stored.map(({ id }) => ({
    id,
    n: [...sampleReadingsOf(id, { seed: 'droptrack', afterMs, untilMs })].length,
  }));
  expect(stored).toEqual(made);
  // The sources of one slot fail for days on end.
  expect(made.filter(({ n }) => n > 0).length).toBeGreaterThanOrEqual(23);
});
