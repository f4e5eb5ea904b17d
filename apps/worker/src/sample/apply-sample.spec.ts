import { type Database, openDatabase, ListHeaders } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { applySample, applySampleReadings, isNewDemo } from './apply-sample';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.parse('2026-11-21T09:20:00.000Z');

let test: TestDatabase;
let db: Database;
// One demo for all tests in order, as its first load takes seconds.
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  await applySample(db, { nowMs: NOW_MS });
}, 90_000);
afterAll(async () => {
  await db.close();
  await test.drop();
});

const count = async (what: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};
const countActive = () => count("drops WHERE origin = 'sample' AND archived_at IS NULL");
/** Counts hours of the last days without a reading of a signal that is read hourly. */
const countGaps = (days: number, untilMs: number) =>
  count(`(
    SELECT generate_series(to_timestamp(${(untilMs - days * DAY_MS) / 1_000}), to_timestamp(${untilMs / 1_000}), '1 hour') AS at
  ) AS hours WHERE NOT EXISTS (
    SELECT FROM readings WHERE signal = 'farcaster_authors' AND source = 'sample' AND observed_at = date_trunc('hour', at)
  )`);

it('creates, in an empty database, drops, lists of both kinds of wallets, and 35 days of readings', async () => {
  expect(await countActive()).toBe(24);
  const lists = await new ListHeaders(db).read(null);
  expect(new Set(lists.map(({ kind }) => kind))).toEqual(new Set(['allocation', 'exclusion']));
  expect(await count('list_rows WHERE octet_length(wallet) = 20')).toBeGreaterThan(500);
  expect(await count('list_rows WHERE octet_length(wallet) = 32')).toBeGreaterThan(100);
  expect(await count('readings')).toBeGreaterThan(50_000);
  expect(await countGaps(34, NOW_MS)).toBe(0);
});

// A first start that was interrupted has drops, of which nothing may have been read yet.
it('is of a new demo until the log was read, and again without a drop', async () => {
  expect(await isNewDemo(db)).toBe(true);
  await db.query("UPDATE log_head SET complete_until = '2026-11-21T09:20:00Z'");
  expect(await isNewDemo(db)).toBe(false);
  const other = await createTestDatabase();
  const empty = openDatabase(other.url, { poolSize: 1, applicationName: 'test' });
  await empty.query("UPDATE log_head SET complete_until = '2026-11-21T09:20:00Z'");
  expect(await isNewDemo(empty)).toBe(true);
  await empty.close();
  await other.drop();
  await db.query("UPDATE log_head SET complete_until = 'epoch'");
});

it('appends nothing when applied again on the same day, and only readings with each hour', async () => {
  const before = [await count('revisions'), await count('readings'), await count('lists')];
  await applySample(db, { nowMs: NOW_MS + 10 * 60_000 });
  expect([await count('revisions'), await count('readings'), await count('lists')]).toEqual(before);
  await applySampleReadings(db, { nowMs: NOW_MS + HOUR_MS });
  expect(await count('readings')).toBeGreaterThan(before[1]!);
  expect(await count('revisions')).toBe(before[0]);
});
