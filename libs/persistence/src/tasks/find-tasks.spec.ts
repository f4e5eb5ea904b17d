import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { leaseTasks, TaskRepository } from './task.repository';
import { SourceRepository } from './source.repository';
import { answeredWith, failed as failedAt, heldBack } from './testing';
import { finderSource, type LeasedTask, type TaskOutcome } from './task';

const START_MS = Date.parse('2026-11-23T10:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEASE_MS = 5 * MINUTE_MS;

let test: TestDatabase;
let db: Database;
let sources: SourceRepository;
let tasks: TaskRepository;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  [sources, tasks] = [new SourceRepository(db), new TaskRepository(db)];
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const finder = (id: string, offReason: string | null = null) => ({
  kind: 'find' as const,
  id: finderSource(id),
  offReason,
});
const on = (id: string) => finder(id);
const off = (id: string, offReason = 'FINDERS_OFF names it') => finder(id, offReason);
const capacity = (id: string) => ({ kind: 'find' as const, source: finderSource(id), tasks: 1 });
const lease = (nowMs = START_MS, ids = ['polymarket'], max = 10) =>
  leaseTasks(db, ids.map(capacity), nowMs, { max, leaseMs: LEASE_MS });
const one = async (nowMs = START_MS): Promise<LeasedTask> => {
  const [leased] = await lease(nowMs);
  return leased!;
};
const record = async (outcome: TaskOutcome, nowMs = START_MS) => {
  await sources.recordOutcomes([outcome], nowMs);
  return (await tasks.recordOutcomes([outcome], nowMs)).length === 1;
};
const answered = (task: LeasedTask, startedAtMs = START_MS): TaskOutcome => ({
  ...answeredWith(task, {}, startedAtMs, { nextDueMs: startedAtMs + 10 * MINUTE_MS }),
  ...{ memory: { cursor: 7 } },
});
const failed = (task: LeasedTask, nowMs: number, message = 'a.test: status 500') =>
  failedAt(task, nowMs, 'status', message);
const health = async (nowMs = START_MS) => Object.fromEntries((await sources.readHealth(nowMs)).map((f) => [f.id, f]));
const recall = (nowMs: number) => tasks.recall({ nowMs, withRejected: true });

describe('a declaration', () => {
  it('makes new finders due at once, and states why the others are off', async () => {
    await sources.declare([on('polymarket'), off('rotki-index', 'it needs ROTKI_INDEX_URL')], START_MS);
    expect(await one()).toEqual({
      kind: 'find',
      source: 'finder/polymarket',
      subject: '',
      query: null,
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
    await sources.declare([on('polymarket')], START_MS);
    await record(answered(await one()), START_MS);
    await sources.declare([on('polymarket')], START_MS + MINUTE_MS);
    expect(await lease(START_MS + 9 * MINUTE_MS)).toEqual([]);
    expect(await lease(START_MS + 10 * MINUTE_MS)).toMatchObject([{ memory: { cursor: 7 }, sinceMs: START_MS }]);
  });

  // The operator has corrected a URL and starts the worker again: waiting for the end of the backoff would puzzle.
  it('makes failing finders due at once, but not those that another worker runs', async () => {
    await sources.declare([on('polymarket')], START_MS);
    await record({ ...failed(await one(), START_MS), nextDueMs: START_MS + DAY_MS }, START_MS);
    await recall(START_MS + MINUTE_MS);
    expect(await lease(START_MS + MINUTE_MS)).toHaveLength(1);
    await recall(START_MS + 2 * MINUTE_MS);
    expect(await lease(START_MS + 2 * MINUTE_MS)).toEqual([]);
  });

  it('replaces the row of a source without finders, and turns those of removed chains off with their state', async () => {
    await sources.declare([off('evm-campaigns', 'it needs EVM_RPC_URLS')], START_MS);
    await sources.declare([on('evm-campaigns/base'), on('evm-campaigns/linea')], START_MS);
    expect(Object.keys(await health())).toEqual(['evm-campaigns/base', 'evm-campaigns/linea']);
    const [linea] = await lease(START_MS, ['evm-campaigns/linea']);
    await record(answered(linea!), START_MS);
    await sources.declare([on('evm-campaigns/base')], START_MS);
    expect(await health()).toMatchObject({
      'evm-campaigns/base': { offReason: null },
      'evm-campaigns/linea': { offReason: 'its setting was removed', answeredAtMs: START_MS },
    });
    await sources.declare([on('evm-campaigns/base'), on('evm-campaigns/linea')], START_MS);
    expect(await lease(START_MS + DAY_MS, ['evm-campaigns/linea'])).toMatchObject([{ memory: { cursor: 7 } }]);
  });

  it('is overridden by the heartbeat of a worker that runs the finder', async () => {
    await sources.declare([on('polymarket')], START_MS);
    await sources.declare([off('polymarket')], START_MS);
    expect(await health()).toMatchObject({ polymarket: { offReason: 'FINDERS_OFF names it' } });
    const heldBack = [{ host: 'https://a.test', state: 'open', retryAtMs: START_MS + MINUTE_MS }];
    await sources.heartbeat([{ id: finderSource('polymarket'), heldBack, notices: [] }], START_MS + MINUTE_MS);
    expect(await health()).toMatchObject({
      polymarket: { offReason: null, heldBack, seenAtMs: START_MS + MINUTE_MS },
    });
  });
});

// Workers that have not asked since their start know none.
it('keeps the notices of hosts until a worker reports others', async () => {
  await sources.declare([on('polymarket')], START_MS);
  const report = async (text: string | null) => {
    const notices = text === null ? [] : [{ host: 'a.test', text, sunsetAtMs: START_MS, seenAtMs: START_MS }];
    await sources.heartbeat([{ id: finderSource('polymarket'), heldBack: [], notices }], START_MS);
    return (await health())['polymarket']?.notices.map((notice) => notice.text);
  };
  expect([await report(null), await report('deprecated'), await report(null), await report('gone')]).toEqual([
    [],
    ['deprecated'],
    ['deprecated'],
    ['gone'],
  ]);
});

describe('a lease', () => {
  it('belongs to one worker, whichever number of workers ask at once', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `evm-campaigns/chain-${n}`);
    await sources.declare(ids.map(on), START_MS);
    const leases = await Promise.all(Array.from({ length: 6 }, () => lease(START_MS, ids, 20)));
    const leased = leases.flat().map(({ source }) => source);
    expect(new Set(leased).size).toBe(leased.length);
    const left = await lease(START_MS, ids, 40);
    expect(leased.length + left.length).toBe(40);
    expect(await lease(START_MS, ids, 40)).toEqual([]);
  });

  it('is limited to the finders of the worker, the longest due first', async () => {
    await sources.declare([on('merkl')], START_MS - 2);
    await sources.declare([on('polymarket'), on('snapshot')], START_MS - 1);
    expect(await lease(START_MS, ['polymarket', 'merkl'], 1)).toMatchObject([
      { source: 'finder/merkl', dueMs: START_MS - 2 },
    ]);
    expect(await lease(START_MS, ['polymarket', 'merkl'], 10)).toMatchObject([{ source: 'finder/polymarket' }]);
  });

  it('expires when its worker was killed; the late outcome is then discarded', async () => {
    await sources.declare([on('polymarket')], START_MS);
    const killed = await one();
    expect(await lease(START_MS + LEASE_MS - 1)).toEqual([]);
    const next = await one(START_MS + LEASE_MS);
    expect(next).toMatchObject({ lease: '2', memory: null });
    expect(await record(answered(killed), START_MS + LEASE_MS)).toBe(false);
    await tasks.release([killed], START_MS);
    expect(await lease(START_MS + LEASE_MS)).toEqual([]);
    expect(await record(answered(next), START_MS + LEASE_MS)).toBe(true);
  });

  it('is renewed by its owner only, and not after its end was recorded', async () => {
    await sources.declare([on('polymarket')], START_MS);
    expect(await tasks.leaseEndMs(finderSource('polymarket'))).toBeNull();
    expect(await tasks.leaseEndMs('unknown')).toBeUndefined();
    const first = await one();
    await tasks.renew([first], START_MS + MINUTE_MS, 20_000);
    expect(await tasks.leaseEndMs(finderSource('polymarket'))).toBe(START_MS + MINUTE_MS + 20_000);
    const second = await one(START_MS + 2 * MINUTE_MS);
    await tasks.renew([first], START_MS, DAY_MS);
    expect(await tasks.leaseEndMs(finderSource('polymarket'))).toBe(START_MS + 2 * MINUTE_MS + LEASE_MS);
    await record(answered(second), START_MS + 2 * MINUTE_MS);
    await tasks.renew([second], START_MS, DAY_MS);
    expect(await tasks.leaseEndMs(finderSource('polymarket'))).toBeNull();
  });

  it('is released by a worker that stops, so that another one runs the finder at once', async () => {
    await sources.declare([on('polymarket')], START_MS);
    const leased = await one();
    expect(await health()).toMatchObject({ polymarket: { isRunning: true } });
    await tasks.release([leased], START_MS);
    expect(await health()).toMatchObject({ polymarket: { isRunning: false } });
    expect(await one()).toMatchObject({ lease: '2' });
  });

  // A machine that woke with a wrong clock must not silence a finder until that time has come.
  it('continues when a fast clock is corrected', async () => {
    await sources.declare([on('polymarket')], START_MS);
    const monthLaterMs = START_MS + 30 * DAY_MS;
    await one(monthLaterMs);
    await recall(START_MS);
    const again = await one(START_MS);
    expect(again).toMatchObject({ lease: '2' });
    await record({ ...answered(again), nextDueMs: monthLaterMs }, START_MS);
    await recall(START_MS);
    expect(await one(START_MS)).toMatchObject({ lease: '3', dueMs: START_MS });
  });
});

describe('the outcome of a run', () => {
  beforeEach(() => sources.declare([on('polymarket')], START_MS));

  it('keeps memory and start after a failure, and counts failures until a success', async () => {
    await record(answered(await one()), START_MS + 1);
    let nowMs = START_MS + 10 * MINUTE_MS;
    for (const failures of [0, 1]) {
      const leased = await one(nowMs);
      expect(leased).toMatchObject({ failures, memory: { cursor: 7 }, sinceMs: START_MS });
      await record(failed(leased, nowMs), nowMs);
      nowMs += MINUTE_MS;
    }
    expect(await health(nowMs + 1_000)).toMatchObject({
      polymarket: {
        failuresInRow: 2,
        failureKind: 'status',
        failure: 'a.test: status 500',
        answeredAtMs: START_MS + 1,
        failedAtMs: nowMs - MINUTE_MS,
        dueAtMs: nowMs,
        lagMs: 1_000,
      },
    });
    await record(answered(await one(nowMs), nowMs), nowMs);
    expect(await health(nowMs)).toMatchObject({
      polymarket: { failuresInRow: 0, failing: 0, failures: [], failedAtMs: nowMs - MINUTE_MS, lagMs: 0 },
    });
  });

  it('is neither success nor failure when the host is held back', async () => {
    await record(heldBack(await one(), START_MS));
    expect(await health()).toMatchObject({ polymarket: { failuresInRow: 0, answeredAtMs: null, failedAtMs: null } });
    expect(await lease(START_MS + MINUTE_MS - 1)).toEqual([]);
    expect(await one(START_MS + MINUTE_MS)).toMatchObject({ memory: null, sinceMs: null });
  });

  it('stores a message without control characters, whatever the source sent', async () => {
    await record(failed(await one(), START_MS, `${'x'.repeat(600)}`), START_MS);
    await record(failed(await one(START_MS + MINUTE_MS), START_MS, 'a\u0000b\u001b[31mc'), START_MS);
    expect(await health()).toMatchObject({ polymarket: { failure: 'a b [31mc' } });
  });
});

describe('a lease for an operator', () => {
  it('begins before the task is due, with the state of its last run', async () => {
    await sources.declare([on('polymarket')], START_MS);
    await record(answered(await one()));
    expect(await lease(START_MS + 1_000)).toEqual([]);
    const leased = await tasks.leaseNow(capacity('polymarket'), START_MS + 1_000);
    expect(leased).toMatchObject({ source: 'finder/polymarket', memory: { cursor: 7 }, sinceMs: START_MS });
    // A worker must not run it at the same time.
    expect(await lease(START_MS + 2_000)).toEqual([]);
    expect(await tasks.leaseNow(capacity('polymarket'), START_MS + 2_000)).toBeNull();
  });

  it('is null for a finder that no worker has declared', async () =>
    expect(await tasks.leaseNow(capacity('polymarket'), START_MS)).toBeNull());
});
