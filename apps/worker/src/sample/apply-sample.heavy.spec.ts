import { type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { sampleReadingsOf } from '@droptrack/sample';
import { applySample } from './apply-sample';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = Date.parse('2026-11-21T09:20:00.000Z');

let test: TestDatabase;
let db: Database;
// One demo for all tests in order, as its first load takes seconds.
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
const countActive = () => count("drops WHERE origin = 'sample' AND archived_at IS NULL");

it('continues day by day: drops are archived and added, and new ones have a history', async () => {
  const former = await db.query<{ id: string }>('SELECT id FROM drops');
  for (let day = 1; day <= 3; day++) await applySample(db, { nowMs: NOW_MS + day * DAY_MS });
  expect(await countActive()).toBe(24);
  expect(await count('drops WHERE archived_at IS NOT NULL')).toBe(1);
  const [newer] = await db.query<{ id: string; days: number }>(
    `SELECT id, (SELECT count(DISTINCT day)::int FROM signal_days WHERE drop_id = id) AS days
     FROM drops WHERE id <> ALL ($1)`,
    [former.map(({ id }) => id)],
  );
  expect(newer!.days).toBeGreaterThan(30);
});

it('fills a gap of five days for every drop and signal', async () => {
  const [afterMs, untilMs] = [NOW_MS + 3 * DAY_MS, NOW_MS + 8 * DAY_MS];
  await applySample(db, { nowMs: untilMs });
  expect(await countActive()).toBe(24);
  const stored = await db.query<{ id: string; n: number }>(
    `SELECT id, (SELECT count(*)::int FROM readings WHERE drop_id = drops.id AND source = 'sample'
                 AND observed_at > to_timestamp($1) AND observed_at <= to_timestamp($2)) AS n
     FROM drops WHERE archived_at IS NULL ORDER BY id`,
    [afterMs / 1_000, untilMs / 1_000],
  );
  const expected = stored.map(({ id }) => ({
    id,
    n: [...sampleReadingsOf(id, { seed: 'droptrack', afterMs, untilMs })].length,
  }));
  expect(stored).toEqual(expected);
  // The sources of one drop fail for days.
  expect(expected.filter(({ n }) => n > 0).length).toBeGreaterThanOrEqual(23);
});
