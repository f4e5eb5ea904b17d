import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { readRevisions } from '../log/read';
import { createTestDatabase, makeClockMovable, type MovableClock, type TestDatabase } from '../testing';
import { runRecompute } from './recompute-run';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A full hour in the future of the machine's clock. */
const HOUR = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;

let test: TestDatabase;
let clock: MovableClock;
let db: Database;
/** Twenty past that hour on the database clock. */
const NOW_MS = HOUR + 20 * MINUTE_MS;
beforeEach(async () => {
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  await moveTo(NOW_MS);
  const events = [eventDefinition({ startsAt: new Date(NOW_MS + 30 * MINUTE_MS).toISOString(), endsAt: null })];
  await applyDefinitions(db, { origin: 'catalogue', definitions: [dropDefinition({ events })], nowMs: NOW_MS });
  await runRecompute(db, { nowMs: NOW_MS });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const moveTo = (atMs: number): Promise<void> => clock.set(atMs - Date.now());
const hours = async (): Promise<number[]> => {
  const rows = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM hour) * 1000)::float8 AS ms FROM points ORDER BY hour',
  );
  return rows.map(({ ms }) => ms);
};
const eventStatus = async () => {
  const revisions = await readRevisions(db, 0, 1e6, 1_000);
  return (revisions.findLast(({ entity }) => entity === 'calendar_event')?.body as { status: string }).status;
};
/** Writes like an earlier release, whose points of the future the database did not reject. */
async function writeAnHourAhead(): Promise<void> {
  await db.query('ALTER TABLE points DISABLE TRIGGER points_reject_unfinished');
  await moveTo(NOW_MS + HOUR_MS);
  await runRecompute(db, { nowMs: NOW_MS + HOUR_MS });
  await moveTo(NOW_MS);
  await db.query('ALTER TABLE points ENABLE TRIGGER points_reject_unfinished');
}

describe('a recompute run', () => {
  it('ignores a clock that is ahead of the database clock', async () => {
    await db.query(`UPDATE drop_dues SET due_at = 'epoch'`);
    expect(await runRecompute(db, { nowMs: NOW_MS + HOUR_MS })).toMatchObject({ drops: 1, points: 0 });
    expect(await hours()).toEqual([]);
    expect(await eventStatus()).toBe('confirmed');
    await moveTo(HOUR + HOUR_MS);
    expect(await runRecompute(db, { nowMs: NOW_MS + HOUR_MS })).toMatchObject({ drops: 1, points: 1 });
    expect(await hours()).toEqual([HOUR + HOUR_MS]);
  });

  it('reverts at once the values of a clock that was an hour ahead, and continues', async () => {
    await writeAnHourAhead();
    expect(await hours()).toEqual([HOUR + HOUR_MS]);
    expect(await eventStatus()).toBe('occurred');

    expect(await runRecompute(db, { nowMs: NOW_MS })).toMatchObject({ drops: 1, points: 0 });
    expect(await hours()).toEqual([]);
    expect(await eventStatus()).toBe('confirmed');
    expect(await runRecompute(db, { nowMs: NOW_MS })).toMatchObject({ drops: 0 });
    await moveTo(NOW_MS + HOUR_MS);
    await runRecompute(db, { nowMs: NOW_MS + HOUR_MS });
    expect(await hours()).toEqual([HOUR + HOUR_MS]);
    expect(await eventStatus()).toBe('occurred');
  });

  it('recomputes at once a drop whose due time is too far ahead', async () => {
    await db.query(`UPDATE drop_dues SET due_at = to_timestamp($1::float8 / 1000)`, [NOW_MS + HOUR_MS + MINUTE_MS]);
    expect(await runRecompute(db, { nowMs: NOW_MS })).toMatchObject({ drops: 1 });
    expect(await runRecompute(db, { nowMs: NOW_MS })).toMatchObject({ drops: 0 });
  });
});

it('rejects a point of an hour that the database has not finished, from any process', async () => {
  const write = (hourMs: number) =>
    db.query(
      `INSERT INTO points VALUES ('linea', to_timestamp($1::float8 / 1000), 50, 0.5, 12.5, '2026.1', '{}', now())`,
      [hourMs],
    );
  await expect(write(HOUR + HOUR_MS)).rejects.toMatchObject({ code: '23514' });
  await write(HOUR);
  expect(await hours()).toEqual([HOUR]);
});
