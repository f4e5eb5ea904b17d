import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import type { DropDefinition } from '@droptrack/catalogue';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { confirmLog } from '../log/confirm';
import { readHead } from '../log/head';
import { createTestDatabase, type TestDatabase } from '../testing';
import { runRecompute } from './recompute-run';
import { at, createDrops, START_MS, storeReadings, recomputeAll } from './testing';

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

const linea = (over: Partial<DropDefinition> = {}) => dropDefinition(over);
const state = (...definitions: DropDefinition[]) => createDrops(db, ...definitions);
const lastSeq = async () => (await readHead(db)).seq;

describe('workers', () => {
  it('share the work and repeat none of it', async () => {
    await state(...Array.from({ length: 120 }, (_, n) => linea({ id: `drop-${n}` })));
    const nowMs = at('2026-08-22T12:00:00Z');
    const reports = await Promise.all(Array.from({ length: 5 }, () => recomputeAll(db, nowMs, 10)));
    expect(reports.reduce((sum, { drops }) => sum + drops, 0)).toBe(120);
    expect(reports.reduce((sum, { points: made }) => sum + made, 0)).toBe(240);
  });

  // A worker with a slow clock would otherwise revert what another has appended.
  it('skip a drop that was recomputed for a later instant than their clock', async () => {
    const claim = eventDefinition({ startsAt: '2026-08-22T13:00:00.000Z', endsAt: null });
    await state(linea({ events: [claim] }));
    await recomputeAll(db, at('2026-08-22T13:00:00.500Z'));
    const before = await lastSeq();
    await storeReadings(db, 'linea', [['tvl_usd', '2026-08-22T12:00:00Z', 1e9]]);
    expect(await recomputeAll(db, at('2026-08-22T12:59:59.900Z'))).toMatchObject({ drops: 0 });
    expect(await lastSeq()).toBe(before);
    expect(await recomputeAll(db, at('2026-08-22T13:00:01Z'))).toMatchObject({ drops: 1 });
  });

  it('skip archived drops until they return', async () => {
    await state(linea());
    await applyDefinitions(db, { origin: 'catalogue', definitions: [], prune: true, nowMs: START_MS });
    expect(await recomputeAll(db, at('2026-08-24T00:00:00Z'))).toMatchObject({ drops: 0 });
    const nowMs = at('2026-08-24T00:30:00Z');
    await applyDefinitions(db, { origin: 'catalogue', definitions: [linea()], nowMs });
    // No points are added for the time in which it was archived.
    expect(await recomputeAll(db, at('2026-08-24T01:00:00Z'))).toMatchObject({ drops: 1, points: 1 });
  });

  it('skip a locked drop without a wait', async () => {
    await state(linea(), linea({ id: 'scroll' }));
    await db.transaction(async (sql) => {
      await sql.query(`SELECT FROM drops WHERE id = 'linea' FOR NO KEY UPDATE`);
      expect(await runRecompute(db, { nowMs: START_MS })).toMatchObject({ drops: 1 });
    });
    expect(await runRecompute(db, { nowMs: START_MS })).toMatchObject({ drops: 1 });
  });
});

// A confirmed instant is the end of a millisecond, which may lie ahead of the clock; after a step back, far ahead.
it('records after the confirmed instant, whatever the clock shows', async () => {
  await state(linea());
  await recomputeAll(db, START_MS);
  await db.query(
    `UPDATE log_head SET complete_until = date_trunc('milliseconds', clock_timestamp()) + interval '1 day 999 us'`,
  );
  const { asOfMs } = await confirmLog(db);
  for (const hour of ['13', '14']) {
    await storeReadings(db, 'linea', [['tvl_usd', `2026-08-22T${hour}:00:00Z`, Number(hour) * 1e6]]);
    await recomputeAll(db, at(`2026-08-22T${hour}:00:01Z`));
  }
  const late = await db.query<{ ms: number }>(
    `SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM points WHERE recorded_at > now()
     UNION ALL SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 FROM scores WHERE recorded_at > now()`,
  );
  expect(late.length).toBeGreaterThan(2);
  for (const { ms } of late) expect(ms).toBeGreaterThan(asOfMs);
});

// A confirmed instant is complete; otherwise the series as of that instant would change later.
it('adds nothing to a confirmed instant', async () => {
  await state(...Array.from({ length: 40 }, (_, n) => linea({ id: `drop-${n}` })));
  const countAt = async (asOfMs: number) => {
    const [row] = await db.query<{ points: string; scores: string }>(
      `SELECT (SELECT count(*) FROM points WHERE recorded_at <= $1::timestamptz + interval '999 us') AS points,
              (SELECT count(*) FROM scores WHERE recorded_at <= $1::timestamptz + interval '999 us') AS scores`,
      [new Date(asOfMs).toISOString()],
    );
    return row;
  };
  await confirmLog(db);
  const working = recomputeAll(db, at('2026-08-22T20:00:00Z'), 2);
  const seen: [number, unknown][] = [];
  let isOver = false;
  void working.finally(() => (isOver = true));
  while (!isOver) {
    const { asOfMs } = await confirmLog(db);
    seen.push([asOfMs, await countAt(asOfMs)]);
  }
  expect(await working).toMatchObject({ points: 400 });
  expect(new Set(seen.map(([, counts]) => JSON.stringify(counts))).size).toBeGreaterThan(3);
  for (const [asOfMs, counts] of seen) expect(await countAt(asOfMs)).toEqual(counts);
});
