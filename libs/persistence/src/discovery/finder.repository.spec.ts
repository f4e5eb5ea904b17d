import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import type { FinderOutcome, LeasedFinder } from './finder';
import { FinderRepository } from './finder.repository';

const START_MS = Date.parse('2026-11-23T10:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEASE_MS = 5 * MINUTE_MS;

let test: TestDatabase;
let db: Database;
let finders: FinderRepository;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  finders = new FinderRepository(db);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const on = (id: string) => ({ id, source: id.split('/')[0] ?? id, offReason: null });
const off = (id: string, offReason = 'FINDERS_OFF names it') => ({ id, source: id, offReason });
const lease = (nowMs = START_MS, ids = ['polymarket'], limit = 10) =>
  finders.lease(
    ids.map((id) => ({ id, leaseMs: LEASE_MS })),
    limit,
    nowMs,
  );
const one = async (nowMs = START_MS): Promise<LeasedFinder> => {
  const [leased] = await lease(nowMs);
  return leased!;
};
const answered = ({ id, lease }: LeasedFinder, startedAtMs = START_MS): FinderOutcome => ({
  id,
  lease,
  kind: 'answered',
  memory: { cursor: 7 },
  startedAtMs,
  nextDueMs: startedAtMs + 10 * MINUTE_MS,
});
const failed = ({ id, lease }: LeasedFinder, nowMs: number, message = 'a.test: status 500'): FinderOutcome => ({
  id,
  lease,
  kind: 'failed',
  failureKind: 'status',
  message,
  nextDueMs: nowMs + MINUTE_MS,
});
const health = async (nowMs = START_MS) => Object.fromEntries((await finders.readHealth(nowMs)).map((f) => [f.id, f]));

describe('a declaration', () => {
  it('makes new finders due at once, and states why the others are off', async () => {
    await finders.declare([on('polymarket'), off('rotki-index', 'it needs ROTKI_INDEX_URL')], START_MS);
    expect(await one()).toEqual({
      id: 'polymarket',
      source: 'polymarket',
      memory: null,
      sinceMs: null,
      lease: '1',
      failures: 0,
      dueMs: START_MS,
    });
    expect(await health()).toMatchObject({
      polymarket: { offReason: null, answeredAtMs: null },
      'rotki-index': { offReason: 'it needs ROTKI_INDEX_URL' },
    });
  });

  it('keeps the state of a finder', async () => {
    await finders.declare([on('polymarket')], START_MS);
    await finders.recordOutcome(answered(await one()), START_MS);
    await finders.declare([on('polymarket')], START_MS + MINUTE_MS);
    expect(await lease(START_MS + 9 * MINUTE_MS)).toEqual([]);
    expect(await lease(START_MS + 10 * MINUTE_MS)).toMatchObject([{ memory: { cursor: 7 }, sinceMs: START_MS }]);
  });

  // The operator has corrected a URL and starts the worker again: waiting for the end of the backoff would puzzle.
  it('makes failing finders due at once, but not those that another worker runs', async () => {
    await finders.declare([on('polymarket')], START_MS);
    await finders.recordOutcome({ ...failed(await one(), START_MS), nextDueMs: START_MS + DAY_MS }, START_MS);
    await finders.declare([on('polymarket')], START_MS + MINUTE_MS);
    expect(await lease(START_MS + MINUTE_MS)).toHaveLength(1);
    await finders.declare([on('polymarket')], START_MS + 2 * MINUTE_MS);
    expect(await lease(START_MS + 2 * MINUTE_MS)).toEqual([]);
  });

  it('replaces the row of a source without finders, and turns those of removed chains off with their state', async () => {
    await finders.declare([off('evm-campaigns', 'it needs EVM_RPC_URLS')], START_MS);
    await finders.declare([on('evm-campaigns/base'), on('evm-campaigns/linea')], START_MS);
    expect(Object.keys(await health())).toEqual(['evm-campaigns/base', 'evm-campaigns/linea']);
    const [linea] = await lease(START_MS, ['evm-campaigns/linea']);
    await finders.recordOutcome(answered(linea!), START_MS);
    await finders.declare([on('evm-campaigns/base')], START_MS);
    expect(await health()).toMatchObject({
      'evm-campaigns/base': { offReason: null },
      'evm-campaigns/linea': { offReason: 'its setting was removed', answeredAtMs: START_MS },
    });
    await finders.declare([on('evm-campaigns/base'), on('evm-campaigns/linea')], START_MS);
    expect(await lease(START_MS + DAY_MS, ['evm-campaigns/linea'])).toMatchObject([{ memory: { cursor: 7 } }]);
  });

  it('is overridden by the heartbeat of a worker that runs the finder', async () => {
    await finders.declare([on('polymarket')], START_MS);
    await finders.declare([off('polymarket')], START_MS);
    expect(await health()).toMatchObject({ polymarket: { offReason: 'FINDERS_OFF names it' } });
    const heldBack = [{ host: 'https://a.test', state: 'open', retryAtMs: START_MS + MINUTE_MS }];
    await finders.heartbeat([{ id: 'polymarket', heldBack }], START_MS + MINUTE_MS);
    expect(await health()).toMatchObject({
      polymarket: { offReason: null, heldBack, seenAtMs: START_MS + MINUTE_MS },
    });
  });
});

describe('a lease', () => {
  it('belongs to one worker, whichever number of workers ask at once', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `evm-campaigns/chain-${n}`);
    await finders.declare(ids.map(on), START_MS);
    const leases = await Promise.all(Array.from({ length: 6 }, () => lease(START_MS, ids, 20)));
    const leased = leases.flat().map(({ id }) => id);
    expect(new Set(leased).size).toBe(leased.length);
    const left = await lease(START_MS, ids, 40);
    expect(leased.length + left.length).toBe(40);
    expect(await lease(START_MS, ids, 40)).toEqual([]);
  });

  it('is limited to the finders of the worker, the longest due first', async () => {
    await finders.declare([on('merkl')], START_MS - 2);
    await finders.declare([on('polymarket'), on('snapshot')], START_MS - 1);
    expect(await lease(START_MS, ['polymarket', 'merkl'], 1)).toMatchObject([{ id: 'merkl', dueMs: START_MS - 2 }]);
    expect(await lease(START_MS, ['polymarket', 'merkl'], 10)).toMatchObject([{ id: 'polymarket' }]);
  });

  it('expires when its worker was killed; the late outcome is then discarded', async () => {
    await finders.declare([on('polymarket')], START_MS);
    const killed = await one();
    expect(await lease(START_MS + LEASE_MS - 1)).toEqual([]);
    const next = await one(START_MS + LEASE_MS);
    expect(next).toMatchObject({ lease: '2', memory: null });
    expect(await finders.recordOutcome(answered(killed), START_MS + LEASE_MS)).toBe(false);
    await finders.release([killed]);
    expect(await lease(START_MS + LEASE_MS)).toEqual([]);
    expect(await finders.recordOutcome(answered(next), START_MS + LEASE_MS)).toBe(true);
  });

  it('is released by a worker that stops, so that another one runs the finder at once', async () => {
    await finders.declare([on('polymarket')], START_MS);
    const leased = await one();
    expect(await health()).toMatchObject({ polymarket: { isRunning: true } });
    await finders.release([leased]);
    expect(await health()).toMatchObject({ polymarket: { isRunning: false } });
    expect(await one()).toMatchObject({ lease: '2' });
  });

  // A machine that woke with a wrong clock must not silence a finder until that time has come.
  it('continues when a fast clock is corrected', async () => {
    await finders.declare([on('polymarket')], START_MS);
    const monthLaterMs = START_MS + 30 * DAY_MS;
    await one(monthLaterMs);
    const again = await one(START_MS);
    expect(again).toMatchObject({ lease: '2' });
    await finders.recordOutcome({ ...answered(again), nextDueMs: monthLaterMs }, START_MS);
    expect(await one(START_MS)).toMatchObject({ lease: '3', dueMs: START_MS });
  });
});

describe('the outcome of a run', () => {
  beforeEach(() => finders.declare([on('polymarket')], START_MS));

  it('keeps memory and start after a failure, and counts failures until a success', async () => {
    await finders.recordOutcome(answered(await one()), START_MS + 1);
    let nowMs = START_MS + 10 * MINUTE_MS;
    for (const failures of [0, 1]) {
      const leased = await one(nowMs);
      expect(leased).toMatchObject({ failures, memory: { cursor: 7 }, sinceMs: START_MS });
      await finders.recordOutcome(failed(leased, nowMs), nowMs);
      nowMs += MINUTE_MS;
    }
    expect(await health(nowMs + 1_000)).toMatchObject({
      polymarket: {
        failures: 2,
        failureKind: 'status',
        failure: 'a.test: status 500',
        answeredAtMs: START_MS + 1,
        failedAtMs: nowMs - MINUTE_MS,
        dueAtMs: nowMs,
        lagMs: 1_000,
      },
    });
    await finders.recordOutcome(answered(await one(nowMs), nowMs), nowMs);
    expect(await health(nowMs)).toMatchObject({
      polymarket: { failures: 0, failureKind: null, failure: null, failedAtMs: nowMs - MINUTE_MS, lagMs: 0 },
    });
  });

  it('is neither success nor failure when the host is held back', async () => {
    const { id, lease: held } = await one();
    await finders.recordOutcome({ id, lease: held, kind: 'held_back', nextDueMs: START_MS + MINUTE_MS }, START_MS);
    expect(await health()).toMatchObject({ polymarket: { failures: 0, answeredAtMs: null, failedAtMs: null } });
    expect(await lease(START_MS + MINUTE_MS - 1)).toEqual([]);
    expect(await one(START_MS + MINUTE_MS)).toMatchObject({ memory: null, sinceMs: null });
  });

  it('stores a message without control characters, whatever the source sent', async () => {
    await finders.recordOutcome(failed(await one(), START_MS, `${'x'.repeat(600)}`), START_MS);
    await finders.recordOutcome(failed(await one(START_MS + MINUTE_MS), START_MS, 'a\u0000b\u001b[31mc'), START_MS);
    expect(await health()).toMatchObject({ polymarket: { failure: 'a b [31mc' } });
  });
});
