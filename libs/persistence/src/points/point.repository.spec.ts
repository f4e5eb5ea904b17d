import type { HypeSignalPoint } from '@droptrack/contracts';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { PointRepository } from './point.repository';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const MIDNIGHT = Date.parse('2026-08-22T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (hour: number): number => MIDNIGHT + hour * HOUR_MS;

const READING: HypeSignalPoint = {
  value: 120_000_000.1,
  weight: 0.15,
  freshness: 0.1 + 0.2,
  mean: null,
  level: 1 / 3,
  momentum: null,
  normalized: 1 / 3,
  contribution: 1.5,
  status: 'stale',
};

/** A point at an hour of the day, recorded some microseconds after it. */
async function insertPoint(hour: number, score: number, over: { drop?: string; lateUs?: number } = {}) {
  await db.query(
    `INSERT INTO points VALUES ($1, $2, $3, $4, $5, '2026.1', $6, $2::timestamptz + $7 * interval '1 microsecond')`,
    [over.drop ?? 'linea', new Date(at(hour)), score, 1 / 3, 50 / 3, { tvl_usd: READING }, over.lateUs ?? 0],
  );
}

const scoresOf = async (fromHour: number, untilHour: number, bucketHours: number, recordedByMs = at(1_000)) => {
  const query = { dropId: 'linea', afterMs: at(fromHour), untilMs: at(untilHour), bucketHours, recordedByMs };
  return (await new PointRepository(db).readSeries(query)).map(({ hourMs, score }) => [
    (hourMs - MIDNIGHT) / HOUR_MS,
    score,
  ]);
};

describe('readPoints', () => {
  it('gives a point as it was written, to the last bit', async () => {
    await insertPoint(3, 65);
    expect(
      await new PointRepository(db).readSeries({
        dropId: 'linea',
        afterMs: at(2),
        untilMs: at(3),
        bucketHours: 1,
        recordedByMs: at(3),
      }),
    ).toEqual([
      { hourMs: at(3), score: 65, confidence: 1 / 3, prior: 50 / 3, ruleset: '2026.1', signals: { tvl_usd: READING } },
    ]);
  });

  // (t - interval, t]: a point on a boundary belongs to the bucket that it ends.
  it('gives the last point of each bucket, and leaves out buckets without one', async () => {
    for (const hour of [0, 1, 6, 7, 9, 18, 19]) await insertPoint(hour, hour);
    await insertPoint(12, 99, { drop: 'base' });
    expect(await scoresOf(0, 18, 6)).toEqual([
      [6, 6],
      [9, 9],
      [18, 18],
    ]);
    expect(await scoresOf(-24, 24, 24)).toEqual([
      [0, 0],
      [19, 19],
    ]);
  });

  // The series of a past instant must not change: it excludes points that were recorded later.
  it('falls back on the point before when the last one was recorded later than asked for', async () => {
    await insertPoint(4, 40);
    await insertPoint(5, 50, { lateUs: 999 });
    await insertPoint(6, 60, { lateUs: 1_000 });
    expect(await scoresOf(0, 6, 6, at(6) + 1)).toEqual([[6, 60]]);
    expect(await scoresOf(0, 6, 6, at(6))).toEqual([[5, 50]]);
    expect(await scoresOf(0, 6, 6, at(5))).toEqual([[5, 50]]);
    expect(await scoresOf(0, 6, 6, at(5) - 1)).toEqual([[4, 40]]);
  });

  // A month of all drops is 7 million rows: a query that reads more than its buckets would be felt.
  it('steps along the primary key, once for each bucket', async () => {
    await db.query(
      `INSERT INTO points SELECT 'drop-' || d, to_timestamp(h * 3600), 50, 0.5, 12.5, '2026.1', '{}', to_timestamp(h * 3600)
       FROM generate_series(1, 20) AS d, generate_series(1, 1500) AS h`,
    );
    await db.query('ANALYZE points');
    let plan = '';
    const explained = {
      query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        const rows = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    const query = { dropId: 'drop-7', afterMs: 24 * HOUR_MS, untilMs: 31 * 24 * HOUR_MS, bucketHours: 24 };
    await new PointRepository(explained).readSeries({ ...query, recordedByMs: at(0) });
    expect(plan).toMatch(/Index Scan Backward using points_pkey on points .*rows=1(\.00)? loops=30/);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('readScores', () => {
  const read = (dropIds: string[], untilHour: number, recordedByMs = at(1_000)) =>
    new PointRepository(db).readScores({
      dropIds,
      afterMs: at(untilHour - 12),
      untilMs: at(untilHour),
      bucketHours: 6,
      recordedByMs,
    });

  it('gives the scores of the series of each drop, one per bucket', async () => {
    for (const hour of [5, 12]) await insertPoint(hour, hour);
    for (const hour of [6, 11]) await insertPoint(hour, 2 * hour, { drop: 'base' });
    const rows = await read(['linea', 'base', 'none'], 12);
    const scores = Object.fromEntries(rows.map(({ dropId, scores: each }) => [dropId, each]));
    expect(scores).toEqual({ linea: [5, 12], base: [12, 22], none: [null, null] });
  });

  it('gives no score for a point that rests on no reading', async () => {
    for (const hour of [6, 12]) await insertPoint(hour, hour);
    await db.query('UPDATE points SET signals = $1 WHERE hour = $2', [
      { calendar_proximity: READING, tvl_usd: { ...READING, weight: 0 } },
      new Date(at(12)),
    ]);
    expect(await read(['linea'], 12)).toMatchObject([{ scores: [6, null] }]);
  });

  // What is complete is kept by its readers: a bucket without the point of its end can still gain one.
  it('is complete once each bucket has the point of its end, from the instant on that recorded the last', async () => {
    await insertPoint(6, 6, { lateUs: 5_000 });
    await insertPoint(11, 11);
    expect(await read(['linea'], 12)).toEqual([{ dropId: 'linea', scores: [6, 11], completedMs: null }]);
    await insertPoint(12, 12, { lateUs: 2_999 });
    expect(await read(['linea'], 12)).toEqual([{ dropId: 'linea', scores: [6, 12], completedMs: at(12) + 2 }]);
    expect(await read(['linea'], 12, at(12) + 2)).toMatchObject([{ completedMs: at(12) + 2 }]);
    expect(await read(['linea'], 12, at(12) + 1)).toMatchObject([{ scores: [6, 11], completedMs: null }]);
  });
});

describe('readScoreAt', () => {
  const insertScore = (recordedAt: string, score: number, delta: number | null) =>
    db.query(`INSERT INTO scores VALUES ('linea', $1, $1, $2, $3, 0.86, '2026.1', $4)`, [
      recordedAt,
      score,
      delta,
      { tvl_usd: { status: 'ok', observed_at: '2026-08-22T09:00:00.000Z' } },
    ]);

  it('gives the score that stood at the end of the millisecond', async () => {
    await insertScore('2026-08-22T09:00:00.000Z', 60, null);
    await insertScore('2026-08-22T10:00:00.000999Z', 65, -3);
    const nine = Date.parse('2026-08-22T09:00:00.000Z');
    expect(await new PointRepository(db).readScoreAt('linea', nine)).toEqual({
      scoredAtMs: nine,
      score: 60,
      delta7d: null,
      momentum: null,
      confidence: 0.86,
      ruleset: '2026.1',
      signals: { tvl_usd: { status: 'ok', observed_at: '2026-08-22T09:00:00.000Z' } },
    });
    expect((await new PointRepository(db).readScoreAt('linea', nine + HOUR_MS - 1))?.score).toBe(60);
    expect(await new PointRepository(db).readScoreAt('linea', nine + HOUR_MS)).toMatchObject({
      score: 65,
      delta7d: -3,
    });
  });

  it('gives null before the first, and for another drop', async () => {
    await insertScore('2026-08-22T09:00:00.000Z', 60, null);
    expect(await new PointRepository(db).readScoreAt('linea', MIDNIGHT)).toBeNull();
    expect(await new PointRepository(db).readScoreAt('base', at(24))).toBeNull();
  });
});
