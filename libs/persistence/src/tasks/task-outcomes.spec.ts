import { type Database, openDatabase } from '../database/database';
import { at, START_MS, recomputeAll } from '../recompute/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { recordTaskOutcomes } from './record-outcomes';
import { SourceRepository } from './source.repository';
import { answered, answeredWith, drop, failed, heldBack, MINUTE_MS, pollCalls } from './testing';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  await declare();
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const { apply, declare, lease, count } = pollCalls(() => db);

describe('the outcome of a poll', () => {
  const one = async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    await recomputeAll(db, START_MS);
    const [poll] = await lease();
    return poll!;
  };

  it('is stored with its day, and the drop is scored by it', async () => {
    const poll = await one();
    const nowMs = at('2026-08-22T10:40:00Z');
    await recordTaskOutcomes(db, [answered(poll, 1.2e8, nowMs)], nowMs);
    expect(await db.query('SELECT signal, value, source FROM readings')).toEqual([
      { signal: 'tvl_usd', value: 1.2e8, source: 'defillama' },
    ]);
    expect(await count('signal_days')).toBe(1);
    expect(await recomputeAll(db, nowMs)).toMatchObject({ drops: 1, revisions: 1 });
    expect(await lease(nowMs + 59 * MINUTE_MS)).toEqual([]);
    expect(await lease(nowMs + 60 * MINUTE_MS)).toMatchObject([{ memory: { etag: 'a' }, failures: 0 }]);
  });

  it('is recorded once', async () => {
    const poll = await one();
    const said = answered(poll, 1.2e8, START_MS);
    await recordTaskOutcomes(db, [said], START_MS);
    expect(await recordTaskOutcomes(db, [answered(poll, 1, START_MS)], START_MS)).toMatchObject({ readings: 0 });
    expect(await db.query('SELECT value FROM readings')).toEqual([{ value: 1.2e8 }]);
  });

  it('stores no reading when the source has no value, without a failure', async () => {
    const poll = await one();
    expect(await recordTaskOutcomes(db, [answeredWith(poll, {}, START_MS)], START_MS)).toMatchObject({
      recorded: [{}],
      readings: 0,
    });
    expect(await new SourceRepository(db).readHealth(START_MS)).toMatchObject([
      { answeredAtMs: START_MS, failing: 0, retryAtMs: null, failure: null },
    ]);
  });

  it('keeps the memory after a failure, and reports the failure at the source', async () => {
    const poll = await one();
    await recordTaskOutcomes(db, [answered(poll, 1e8, START_MS)], START_MS);
    const laterMs = START_MS + 60 * MINUTE_MS;
    for (const n of [0, 1]) {
      const [again] = await lease(laterMs + n * MINUTE_MS);
      expect(again).toMatchObject({ failures: n, memory: { etag: 'a' } });
      await recordTaskOutcomes(db, [failed(again!, laterMs + n * MINUTE_MS)], laterMs + n * MINUTE_MS);
    }
    expect(await new SourceRepository(db).readHealth(laterMs + MINUTE_MS)).toMatchObject([
      {
        answeredAtMs: START_MS,
        failedAtMs: laterMs + MINUTE_MS,
        failureKind: 'timeout',
        failure: 'linea: api.llama.fi took longer than 10 s',
        failures: [{ dropId: 'linea', kind: 'timeout' }],
        drops: 1,
        failing: 1,
        retryAtMs: laterMs + 2 * MINUTE_MS,
      },
    ]);
  });

  it('is neither success nor failure nor request while the circuit breaker is open', async () => {
    await declare({ burst: 1, perMinute: 0.001 });
    const poll = await one();
    await recordTaskOutcomes(db, [heldBack(poll, START_MS)], START_MS);
    expect(await new SourceRepository(db).readHealth(START_MS)).toMatchObject([
      { failedAtMs: null, failing: 0, budgetLeft: 1 },
    ]);
  });

  // An import may have a drop for half an hour; the others, and all other sources, must not wait for it.
  it('waits while its drop is locked, without delaying others', async () => {
    await apply([drop('linea', { defillama: 'linea' }), drop('scroll', { defillama: 'scroll' })]);
    const polls = await lease();
    const outcomes = polls.map((poll) => answered(poll, 1e8, START_MS));
    await db.transaction(async (sql) => {
      await sql.query(`SELECT FROM drops WHERE id = 'linea' FOR NO KEY UPDATE`);
      const report = await recordTaskOutcomes(db, outcomes, START_MS);
      expect(report).toMatchObject({ recorded: [{}], readings: 1, waiting: [{ subject: 'linea' }] });
      expect(await recordTaskOutcomes(db, report.waiting, START_MS)).toMatchObject({ recorded: [], waiting: [{}] });
    });
    expect(await recordTaskOutcomes(db, outcomes, START_MS)).toMatchObject({
      recorded: [{}, {}],
      readings: 1,
      waiting: [],
    });
  });

  it('is recorded although the clock was set back', async () => {
    const poll = await one();
    const report = await recordTaskOutcomes(db, [answered(poll, 1e8, START_MS)], START_MS - 60 * MINUTE_MS);
    expect(report).toMatchObject({ readings: 1, invalid: [] });
  });

  it('stores a message without control characters, whatever the source sent', async () => {
    const poll = await one();
    const message = `${'x'.repeat(492)}😀\u0000\ud800`;
    await recordTaskOutcomes(db, [failed(poll, START_MS, 'timeout', message)], START_MS);
    const [source] = await new SourceRepository(db).readHealth(START_MS);
    expect(source?.failure).toMatch(/^linea: x{492} $/u);
  });

  // A connector of a version to come may be wrong; nothing that is no reading gets into the score.
  it('is a failure when a reading is invalid', async () => {
    const poll = await one();
    for (const reading of [
      { signal: 'tvl_usd' as const, value: -1, observedAtMs: START_MS },
      { signal: 'market_probability' as const, value: 1.1, observedAtMs: START_MS },
      { signal: 'tvl_usd' as const, value: 1, observedAtMs: START_MS + 1 },
    ]) {
      await recordTaskOutcomes(db, [answeredWith(poll, { readings: [reading] }, START_MS)], START_MS);
    }
    expect(await count('readings')).toBe(0);
    expect(await count(`tasks WHERE failure_kind = 'internal'`)).toBe(1);
  });
});
