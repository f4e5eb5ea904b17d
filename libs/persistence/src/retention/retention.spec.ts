import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Database, openDatabase } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { LOOK_BACK_MS } from '../readings/look-back';
import { recomputeAll } from '../recompute/testing';
import { importReadings } from '../readings/import';
import { replayPoints } from '../replay/replay';
import { PointRepository } from '../points/point.repository';
import { createTestDatabase, type TestDatabase } from '../testing';
import { applyRetention, type RetentionOptions } from './apply-retention';
import { readKeptFrom } from './kept-from';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** In the past of whatever clock the database has. */
const NOW_MS = Date.parse('2024-08-22T10:20:00Z');
const TODAY_MS = Date.parse('2024-08-22T00:00:00Z');
const KEPT_FROM_MS = TODAY_MS - 90 * DAY_MS;

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** All steps, one after the other, and what they deleted. */
async function retain(options: Partial<RetentionOptions> = {}) {
  const sum = { readings: 0, points: 0, signalDays: 0 };
  for (let afterDropId: string | null = ''; afterDropId !== null;) {
    const step = await applyRetention(db, { nowMs: NOW_MS, ...options, afterDropId });
    sum.readings += step.readings;
    sum.points += step.points;
    sum.signalDays += step.signalDays;
    afterDropId = step.nextAfter;
  }
  return sum;
}

const ms = (atMs: number) => `to_timestamp(${atMs / 1_000})`;
const count = async (what: string) => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};

/** Drops that were read about every six hours of the last 140 days, each reading known a second later. */
async function readAbout(ids: readonly string[], { knownDays = 150 } = {}): Promise<void> {
  const definitions = ids.map((id) => dropDefinition({ id }));
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW_MS - knownDays * DAY_MS });
  await db.query(`UPDATE drops SET created_at = ${ms(NOW_MS - knownDays * DAY_MS)}`);
  await db.query('ALTER TABLE revisions DISABLE TRIGGER ALL');
  await db.query(`UPDATE revisions SET recorded_at = ${ms(NOW_MS - YEAR_MS)} + seq * interval '1 microsecond'`);
  const readings = ids.flatMap((dropId) =>
    Array.from({ length: 140 * 4 }, (_, n) => ({
      dropId,
      signal: n % 2 === 0 ? ('reddit_authors' as const) : ('dev_committers' as const),
      observedAtMs: NOW_MS - (140 * 4 - n) * 6 * HOUR_MS,
      value: 10 + ((n * 7) % 13),
      source: 'test',
    })),
  );
  await importReadings(db, readings, { nowMs: NOW_MS });
  await db.query(`UPDATE readings SET recorded_at = observed_at + interval '1 second'`);
  await db.query(`UPDATE drop_dues SET pointed_until = ${ms(NOW_MS)}`);
}

/** The points of their hours, each made as long after them. */
async function point(afterMs: number): Promise<void> {
  await db.query(`UPDATE drop_dues SET due_at = 'epoch', pointed_until = 'epoch'`);
  await recomputeAll(db, NOW_MS);
  await db.query(`UPDATE points SET recorded_at = hour + ${afterMs} * interval '1 millisecond'`);
}

const replay = () => replayPoints(db, { dropIds: null, fromMs: null, untilMs: null });

describe('readings', () => {
  it('expire 90 days after their recording, and a replay returns its first possible hour', async () => {
    await readAbout(['linea']);
    await point(2_000);
    const old = await count(`readings WHERE observed_at < ${ms(KEPT_FROM_MS)}`);
    const all = await count('readings');
    expect(old).toBeGreaterThan(150);
    expect(await retain()).toEqual({ readings: old, points: 0, signalDays: 0 });
    expect(await count(`readings WHERE observed_at >= ${ms(KEPT_FROM_MS)}`)).toBe(all - old);
    expect(await retain()).toEqual({ readings: 0, points: 0, signalDays: 0 });

    const replayableFromMs = KEPT_FROM_MS + LOOK_BACK_MS;
    const before = await count(`points WHERE hour < ${ms(replayableFromMs)}`);
    const report = await replay();
    expect(report).toMatchObject({ unreplayable: before, replayableFromMs, differences: [] });
    expect(report.points).toBe((await count('points')) - before);
    expect(report.points).toBeGreaterThan(750);
  });

  // Else the points that an archive's import made could not be checked even the day after.
  it('stay 90 days after their recording, however old their observation', async () => {
    await readAbout(['linea'], { knownDays: 20 });
    await point(140 * DAY_MS);
    await db.query(`UPDATE readings SET recorded_at = ${ms(NOW_MS - DAY_MS)}`);
    expect(await retain()).toMatchObject({ readings: 0 });
    expect(await replay()).toMatchObject({ unreplayable: 0, points: await count('points'), differences: [] });
    const all = await count('readings');
    await db.query(`UPDATE drop_dues SET pointed_until = ${ms(NOW_MS + 91 * DAY_MS)}`);
    expect(await retain({ nowMs: NOW_MS + 91 * DAY_MS })).toMatchObject({ readings: all });
  });

  it('stay while the recompute of their drop still needs them', async () => {
    await readAbout(['linea']);
    const pointedMs = NOW_MS - 100 * DAY_MS;
    await db.query(`UPDATE drop_dues SET pointed_until = ${ms(pointedMs)}`);
    await retain();
    const needed = `readings WHERE observed_at >= ${ms(pointedMs - LOOK_BACK_MS)}`;
    expect(await count('readings')).toBe(await count(needed));
    expect(await count(`${needed} AND observed_at < ${ms(pointedMs)}`)).toBeGreaterThan(100);
    await recomputeAll(db, NOW_MS);
    await retain();
    expect(await count(`readings WHERE observed_at < ${ms(KEPT_FROM_MS)}`)).toBe(0);
  });

  it('stay where only a clock that is ahead says that they are old', async () => {
    await readAbout(['linea']);
    await db.query('UPDATE readings SET recorded_at = clock_timestamp()');
    expect(await retain({ nowMs: Date.now() + 10 * YEAR_MS })).toMatchObject({ readings: 0 });
    expect(await readKeptFrom(db, 'readings')).toBeLessThan(Date.now() - 89 * DAY_MS);
  });
});

describe('points', () => {
  const HORIZON_MS = TODAY_MS - 2 * YEAR_MS;
  /** A point for each hour from five days before the horizon to two days after, but for some. */
  const series = async () => {
    await applyDefinitions(db, { origin: 'catalogue', definitions: [dropDefinition()], nowMs: NOW_MS });
    await db.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
       SELECT 'linea', at, (extract(epoch FROM at) / 3600)::bigint % 101, 0, 25, '2026.1', '{}', at
       FROM generate_series(${ms(HORIZON_MS - 5 * DAY_MS)} + interval '1 hour', ${ms(HORIZON_MS + 2 * DAY_MS)}, '1 hour') AS at
       WHERE at NOT BETWEEN ${ms(HORIZON_MS - 2 * DAY_MS - 3 * HOUR_MS)} AND ${ms(HORIZON_MS - 2 * DAY_MS)}`,
    );
  };
  const shown = (bucketHours: number) =>
    new PointRepository(db).readSeries({
      dropId: 'linea',
      afterMs: HORIZON_MS - 5 * DAY_MS,
      untilMs: HORIZON_MS + 2 * DAY_MS,
      bucketHours,
      recordedByMs: Date.now(),
    });

  it('become daily after two years: exactly those that a series by days shows', async () => {
    await series();
    const days = await shown(24);
    expect(days).toHaveLength(7);
    const hoursSince = (await shown(1)).filter(({ hourMs }) => hourMs > HORIZON_MS);
    expect(await retain()).toEqual({ readings: 0, points: 5 * 23 - 4, signalDays: 0 });
    expect(await shown(24)).toEqual(days);
    expect(await shown(1)).toEqual([...days.slice(0, 5), ...hoursSince]);
    expect(await retain()).toMatchObject({ points: 0 });
  });

  it('that became daily are no gap to a replay', async () => {
    await series();
    await db.query(`UPDATE drops SET created_at = ${ms(HORIZON_MS - YEAR_MS)}`);
    await retain();
    await db.query(`DELETE FROM retention WHERE entity = 'readings'`);
    const { differences } = await replay();
    expect(differences.filter(({ stored }) => stored === 'absent')).toEqual([]);
  });
});

it('keeps the days that readings are compared with as long as an hour can be given its point', async () => {
  await applyDefinitions(db, { origin: 'catalogue', definitions: [dropDefinition()], nowMs: NOW_MS });
  await db.query(
    `INSERT INTO signal_days (drop_id, signal, day, value, observed_at)
     SELECT 'linea', 'reddit_authors', at::date, 1, at FROM generate_series(timestamptz '2022-06-01', '2022-09-01', '1 day') AS at`,
  );
  // The first hour that is made up for is of 2022-08-23, two years before, and needs the 56 days before it.
  await retain();
  const [row] = await db.query<{ first: string }>('SELECT min(day)::text AS first FROM signal_days');
  expect(row!.first).toBe('2022-06-28');
});

describe('a step', () => {
  it('is bounded, and several workers share the work', async () => {
    await readAbout(['linea', 'scroll', 'zksync']);
    const old = await count(`readings WHERE observed_at < ${ms(KEPT_FROM_MS)}`);
    const step = await applyRetention(db, { nowMs: NOW_MS, rowsMax: 40, dropsMax: 2 });
    expect(step).toEqual({ readings: 40, points: 0, signalDays: 0, nextAfter: '' });
    const sums = await Promise.all(Array.from({ length: 3 }, () => retain({ rowsMax: 40, dropsMax: 1 })));
    const rest = await retain({ rowsMax: 40, dropsMax: 1 });
    expect([...sums, rest].reduce((sum, { readings }) => sum + readings, 40)).toBe(old);
  });

  it('does not wait for locks: a locked drop is skipped', async () => {
    await readAbout(['linea', 'scroll']);
    await db.transaction(async (sql) => {
      await sql.query(`SELECT FROM drops WHERE id = 'linea' FOR NO KEY UPDATE`);
      await retain();
    });
    const old = (id: string) => count(`readings WHERE drop_id = '${id}' AND observed_at < ${ms(KEPT_FROM_MS)}`);
    expect([(await old('linea')) > 0, await old('scroll')]).toEqual([true, 0]);
    await retain();
    expect(await old('linea')).toBe(0);
  });

  it('that is killed has done nothing, not even said so, and is done the next time', async () => {
    await readAbout(['linea']);
    await db.query(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
    );
    await db.query('CREATE TRIGGER die AFTER DELETE ON readings FOR EACH STATEMENT EXECUTE FUNCTION die()');
    const all = await count('readings');
    await expect(retain()).rejects.toThrow('killed');
    expect([await count('readings'), await readKeptFrom(db, 'readings')]).toEqual([all, null]);
    await db.query('DROP TRIGGER die ON readings');
    expect((await retain()).readings).toBe(all - (await count('readings')));
    expect(await readKeptFrom(db, 'readings')).toBe(KEPT_FROM_MS);
  });

  // Who sees that rows are gone must see that they may be.
  it('says what may be gone no later than it is', async () => {
    await readAbout(['linea', 'scroll']);
    const before = await count('readings');
    const isSaid = () =>
      db.transaction(async (sql) => {
        const [row] = await sql.query<{ n: number }>('SELECT count(*)::int AS n FROM readings');
        return row!.n === before || (await readKeptFrom(sql, 'readings')) === KEPT_FROM_MS;
      }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const seen: boolean[] = [];
    for (let afterDropId: string | null = ''; afterDropId !== null;) {
      const step = applyRetention(db, { nowMs: NOW_MS, rowsMax: 20, afterDropId });
      const [{ nextAfter }, during] = await Promise.all([step, isSaid()]);
      seen.push(during, await isSaid());
      afterDropId = nextAfter;
    }
    expect(await count('readings')).toBeLessThan(before);
    expect(seen).not.toContain(false);
    expect(seen.length).toBeGreaterThan(3);
  });
});
