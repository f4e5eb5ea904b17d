import { type CalendarEventBody, deriveHype, type DropBody, type DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { RULESET_2026_2 } from '@droptrack/scoring';
import { type Database, openDatabase } from '../database/database';
import { appendRevisions } from '../log/append';
import { readRevisions } from '../log/read';
import { createTestDatabase, type TestDatabase } from '../testing';
import { RecomputeQueue } from './recompute-queue';
import { runRecompute } from './recompute-run';
import { at, createDrops, START_MS, type TestReading, storeReadings, recomputeAll } from './testing';

const HOUR_MS = 3_600_000;

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

const state = (...definitions: DropDefinition[]) => createDrops(db, ...definitions);
const linea = (over: Partial<DropDefinition> = {}) => dropDefinition(over);
const appended = async (afterSeq = 0) =>
  (await readRevisions(db, afterSeq, 1e6, 1_000)).filter(({ entity }) => entity !== 'definition');
const lastSeq = async () => (await readRevisions(db, 0, 1e6, 1_000)).at(-1)?.seq ?? 0;
const shown = async () => (await appended()).findLast(({ entity }) => entity === 'drop')?.body as DropBody;
const points = (dropId = 'linea') =>
  db.query<{ hour: string; score: number; signals: Record<string, { value: number; status: string }> }>(
    `SELECT to_char(hour AT TIME ZONE 'UTC', 'DD HH24') AS hour, score, signals FROM points
     WHERE drop_id = $1 ORDER BY points.hour`,
    [dropId],
  );
const hours = async (dropId?: string) => (await points(dropId)).map(({ hour }) => hour);

/** Readings of 20 authors a day for a week, each an hour before noon. */
const quietWeek: TestReading[] = Array.from({ length: 7 }, (_, day) => [
  'reddit_authors',
  `2026-08-${15 + day}T11:00:00Z`,
  20,
]);

describe('a recompute run', () => {
  it('creates one point per full hour, and recomputes nothing twice', async () => {
    await state(linea());
    expect(await recomputeAll(db, START_MS)).toEqual({ drops: 1, points: 0, revisions: 0 });
    expect(await recomputeAll(db, at('2026-08-22T10:59:59Z'))).toEqual({ drops: 0, points: 0, revisions: 0 });
    expect(await recomputeAll(db, at('2026-08-22T11:00:00Z'))).toEqual({ drops: 1, points: 1, revisions: 0 });
    expect(await recomputeAll(db, at('2026-08-22T11:30:00Z'))).toEqual({ drops: 0, points: 0, revisions: 0 });
    expect(await points()).toEqual([
      {
        hour: '22 11',
        score: 24,
        signals: { calendar_proximity: expect.objectContaining({ value: 0, status: 'ok' }) },
      },
    ]);
  });

  it('scores from the readings, publishes the score, and stores its explanation', async () => {
    await state(linea());
    await recomputeAll(db, START_MS);
    await storeReadings(db, 'linea', [...quietWeek, ['reddit_authors', '2026-08-22T10:25:00Z', 60]]);
    const nowMs = at('2026-08-22T10:30:00Z');
    await recomputeAll(db, nowMs);
    const known = {
      reddit_authors: { value: 60, observedAtMs: at('2026-08-22T10:25:00Z'), dayValues: Array<number>(7).fill(20) },
    };
    const expected = deriveHype(linea(), known, nowMs);
    expect(await shown()).toMatchObject({ hype_score: expected.score, hype_delta_7d: null });
    expect((await appended()).at(-1)).toMatchObject({ entity: 'drop', id: 'linea' });
    expect(
      await db.query('SELECT score, delta_7d, confidence, signals FROM scores ORDER BY scored_at DESC LIMIT 1'),
    ).toEqual([
      {
        score: expected.score,
        delta_7d: null,
        confidence: expected.confidence,
        signals: expect.objectContaining({
          reddit_authors: { status: 'ok', observed_at: '2026-08-22T10:25:00.000Z' },
          tvl_usd: { status: 'missing', observed_at: null },
        }),
      },
    ]);
  });

  // The points of half a day follow the old ruleset, and all later ones the new ruleset.
  it('scores by the given ruleset, and does not change stored points', async () => {
    await state(linea());
    await storeReadings(db, 'linea', [...quietWeek, ['reddit_authors', '2026-08-22T10:25:00Z', 60]]);
    await recomputeAll(db, at('2026-08-22T11:00:00Z'));
    await runRecompute(db, { nowMs: at('2026-08-22T12:00:00Z'), ruleset: RULESET_2026_2 });
    const made = await db.query<{ ruleset: string; share: number }>(
      `SELECT ruleset, ((signals->'reddit_authors'->>'normalized')::float8 - (signals->'reddit_authors'->>'level')::float8)
         / ((signals->'reddit_authors'->>'momentum')::float8 - (signals->'reddit_authors'->>'level')::float8) AS share
       FROM points WHERE hour >= '2026-08-22T11:00:00Z' ORDER BY hour`,
    );
    expect(made.map(({ ruleset }) => ruleset)).toEqual(['2026.4', '2026.2']);
    expect(made.map(({ share }) => Number(share.toFixed(9)))).toEqual([0, 0.2]);
    const standing = await db.query('SELECT ruleset FROM scores ORDER BY recorded_at DESC LIMIT 1');
    expect(standing).toEqual([{ ruleset: '2026.2' }]);
  });

  it('appends no revision when nothing visible changes', async () => {
    await state(linea());
    await recomputeAll(db, START_MS);
    const before = await lastSeq();
    await db.transaction((sql) => new RecomputeQueue(sql).enqueue(['linea'], START_MS));
    expect(await recomputeAll(db, START_MS)).toMatchObject({ drops: 1, revisions: 0 });
    expect(await lastSeq()).toBe(before);
  });
});

describe('after a time without a worker', () => {
  const claim = eventDefinition({ startsAt: '2026-08-22T13:00:00.000Z', endsAt: null });
  const token = eventDefinition({ key: 'tge-1', type: 'tge', startsAt: '2026-08-22T15:30:00.000Z', endsAt: null });
  const status = ({ body }: { body: unknown }) => (body as DropBody | CalendarEventBody).status;

  it('appends missed calendar changes once, in the order of their dates over all drops', async () => {
    await state(
      linea({ events: [token, claim] }),
      linea({ id: 'scroll', events: [{ ...claim, startsAt: '2026-08-22T14:00:00.000Z' }] }),
    );
    await recomputeAll(db, START_MS);
    const before = await lastSeq();
    await storeReadings(db, 'linea', [['tvl_usd', '2026-08-23T09:30:00Z', 1e9]]);
    const nowMs = at('2026-08-23T10:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => recomputeAll(db, nowMs)));
    const causes = await db.query<{ seq: string; cause: string }>('SELECT seq, cause FROM revisions ORDER BY seq');
    const moved = new Set(causes.flatMap(({ seq, cause }) => (cause === 'calendar' ? [Number(seq)] : [])));
    const moves = (await appended(before)).filter(({ seq }) => moved.has(seq));
    const inOrder = moves.map((row) => [
      row.entity === 'drop' ? row.id : (row.body as CalendarEventBody).drop,
      status(row),
    ]);
    expect(inOrder).toEqual([
      ['linea', 'occurred'],
      ['linea', 'live'],
      ['scroll', 'occurred'],
      ['scroll', 'live'],
      ['linea', 'occurred'],
      ['linea', 'tge'],
    ]);
    // The revisions after them change scores only.
    expect(new Set(causes.slice(before).map(({ cause }) => cause))).toEqual(new Set(['calendar', 'score']));
    const after = await lastSeq();
    await recomputeAll(db, nowMs + HOUR_MS);
    expect(await lastSeq()).toBe(after);
  });

  it('appends changes of calendars at their dates while workers run', async () => {
    await state(linea({ events: [claim] }));
    await recomputeAll(db, at('2026-08-22T12:59:59.999Z'));
    expect(await shown()).toMatchObject({ status: 'upcoming' });
    await recomputeAll(db, at('2026-08-22T13:00:00Z'));
    expect(await shown()).toMatchObject({ status: 'live' });
  });

  it('stores the points of missed hours, each from the readings observed by then', async () => {
    await state(linea());
    await recomputeAll(db, START_MS);
    await storeReadings(db, 'linea', [
      ['tvl_usd', '2026-08-22T12:00:00Z', 1e6],
      ['tvl_usd', '2026-08-22T13:30:00Z', 2e6],
      ['tvl_usd', '2026-08-22T15:00:00.001Z', 3e6],
    ]);
    await recomputeAll(db, at('2026-08-22T15:10:00Z'));
    const values = (await points()).map(({ hour, signals }) => [hour, signals['tvl_usd']?.value]);
    expect(values).toEqual([
      ['22 11', undefined],
      ['22 12', 1e6],
      ['22 13', 1e6],
      ['22 14', 2e6],
      ['22 15', 2e6],
    ]);
  });
});

describe('readings of the past', () => {
  it('add points for the hours that they cover, and do not change existing points', async () => {
    await state(linea());
    await recomputeAll(db, at('2026-08-22T12:00:00Z'));
    const there = await points();
    await storeReadings(db, 'linea', [['search_trend', '2026-08-18T00:30:00Z', 0.5]]);
    await recomputeAll(db, at('2026-08-22T12:05:00Z'));
    const all = await points();
    // The reading counts for 2 h + 24 h · log2(10) = 81.7 h; after that nothing was known until the drop was.
    expect(all[0]).toMatchObject({ hour: '18 01', signals: { search_trend: { value: 0.5, status: 'ok' } } });
    expect(all.map(({ hour }) => hour).filter((hour) => hour < '22 11')).toHaveLength(82);
    expect(all.slice(-2)).toEqual(there);
  });

  it('reach back at most two years', async () => {
    await state(linea());
    await storeReadings(db, 'linea', [['search_trend', '2024-08-20T00:00:00Z', 0.5]]);
    await storeReadings(db, 'linea', [['search_trend', '2024-08-22T12:00:00Z', 0.5]]);
    await recomputeAll(db, START_MS);
    const [first] = await db.query<{ hour: Date }>('SELECT min(hour) AS hour FROM points');
    expect(first?.hour.toISOString()).toBe('2024-08-22T11:00:00.000Z');
  });
});

it('delays a single jump for a day, hour by hour and in one backlog', async () => {
  const spike: TestReading[] = Array.from({ length: 30 }, (_, hour) => [
    'reddit_authors',
    new Date(at('2026-08-22T11:00:00Z') + hour * HOUR_MS).toISOString(),
    5_000,
  ]);
  await state(linea(), linea({ id: 'scroll' }));
  for (const id of ['linea', 'scroll']) await storeReadings(db, id, [...quietWeek, ...spike]);
  // Linea is recomputed every hour, scroll once at the end.
  await db.query(`UPDATE drop_dues SET due_at = '2026-08-23T18:00:00Z' WHERE drop_id = 'scroll'`);
  for (let nowMs = START_MS; nowMs < at('2026-08-23T18:00:00Z'); nowMs += HOUR_MS) await recomputeAll(db, nowMs);
  await recomputeAll(db, at('2026-08-23T18:00:00Z'));
  const [lived, madeUp] = [await points('linea'), await points('scroll')];
  expect(madeUp).toEqual(lived);
  const held = lived.filter(({ signals }) => signals['reddit_authors']?.status === 'suspect').map(({ hour }) => hour);
  expect([held[0], held.at(-1), held.length]).toEqual(['22 11', '23 10', 24]);
});

// Otherwise a point would depend on when it was computed, and a replay could not reproduce it.
it('ignores outdated readings for the duration of a jump, however long the backlog', async () => {
  // The first of two jumps counts for 83 h, and the second comes after 120.
  const jumps: TestReading[] = [
    ['reddit_authors', '2026-08-23T11:00:00Z', 5_000],
    ['reddit_authors', '2026-08-28T11:00:00Z', 5_000],
  ];
  await state(linea(), linea({ id: 'scroll' }));
  for (const id of ['linea', 'scroll']) await storeReadings(db, id, [...quietWeek, ...jumps]);
  const endMs = at('2026-08-28T14:00:00Z');
  await db.query(`UPDATE drop_dues SET due_at = to_timestamp($1) WHERE drop_id = 'scroll'`, [endMs / 1_000]);
  // Hour by hour where the second jump comes; before it nothing depends on the frequency of runs.
  const hourlyFromMs = endMs - 12 * HOUR_MS;
  for (let nowMs = START_MS; nowMs < hourlyFromMs; nowMs += 12 * HOUR_MS) await recomputeAll(db, nowMs);
  for (let nowMs = hourlyFromMs; nowMs < endMs; nowMs += HOUR_MS) await recomputeAll(db, nowMs);
  await recomputeAll(db, endMs);
  const [lived, madeUp] = [await points('linea'), await points('scroll')];
  expect(lived.at(-1)?.signals['reddit_authors']?.status).toBe('suspect');
  expect(madeUp).toEqual(lived);
});

it('skips a drop whose values cannot be computed, and continues with the others', async () => {
  const ranges = {
    fdvUsd: fact([1e305, 1e305] as const),
    supplyShare: fact([1, 1] as const),
    eligibleWallets: fact([1, 1] as const),
  };
  const value = { ...linea().value, ...ranges, haircut: fact(1), probability: fact(0) };
  await state(linea({ value }), linea({ id: 'scroll' }));
  // An active list makes the payout certain, and beyond any number.
  const spread = { median: 1e9, mean: 1, q10: 1, q90: 1e10 };
  const list = {
    drop: 'linea',
    kind: 'allocation',
    version: 1,
    list_id: 1,
    wallets: 1,
    total: '1',
    decimals: 0,
  } as const;
  await db.transaction((sql) =>
    appendRevisions(sql, [
      { entity: 'list', id: 'linea', body: { ...list, sha256: 'ab'.repeat(32), url: null, spread }, cause: 'list' },
    ]),
  );
  const report = await runRecompute(db, { nowMs: at('2026-08-22T11:00:00Z') });
  expect(report).toMatchObject({
    drops: 2,
    points: 1,
    failures: [{ dropId: 'linea', message: expect.stringContaining('exceeds the range of numbers') }],
  });
  expect(await hours('scroll')).toEqual(['22 11']);
  expect(await runRecompute(db, { nowMs: at('2026-08-22T11:30:00Z') })).toMatchObject({ drops: 0 });
});

it('keeps the one old score that was active an hour ago', async () => {
  await state(linea());
  await db.query(`UPDATE log_head SET complete_until = now() - interval '1 day'`);
  await db.query(
    `INSERT INTO scores (drop_id, recorded_at, scored_at, score, confidence, ruleset, signals)
     SELECT 'linea', now() - n * interval '40 minutes', now(), n, 0, 'x', '{}' FROM generate_series(1, 5) AS n`,
  );
  await recomputeAll(db, START_MS);
  const kept = await db.query<{ score: number }>('SELECT score FROM scores ORDER BY recorded_at');
  expect(kept.map(({ score }) => score)).toEqual([2, 1, 24]);
});
