import type { DropDefinition } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../catalogue/apply';
import { type Database, openDatabase } from '../database/database';
import { at, START_MS, workOff } from '../dues/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { type Capacity, type ClaimedPoll, claimPolls } from './claim';
import { HELD_BACK, type PollOutcome } from './outcome';
import { returnPolls, settlePolls } from './settle';
import { noteSources, readSources, stateSources } from './sources';

const MINUTE_MS = 60_000;
const LEASE_MS = 90_000;

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  await known({});
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const drop = (id: string, sources: DropDefinition['sources']) => dropDefinition({ id, sources });
const apply = (definitions: DropDefinition[], nowMs = START_MS) =>
  applyDefinitions(db, { origin: 'catalogue', definitions, prune: true, nowMs });
const known = ({ burst = 1_000, perMinute = 60, offReason = null as string | null }) =>
  stateSources(db, [{ id: 'defillama', offReason, requestsPerMinute: perMinute, requestBurst: burst }], START_MS);
const room = (polls = 100): Capacity[] => [{ source: 'defillama', polls, leaseMs: LEASE_MS }];
const claim = (nowMs = START_MS, polls?: number) => claimPolls(db, room(polls), nowMs);
const ids = (polls: readonly ClaimedPoll[]) => polls.map(({ dropId }) => dropId).sort();

const answered = (poll: ClaimedPoll, value: number, nowMs: number, over: Partial<PollOutcome> = {}): PollOutcome =>
  ({
    ...poll,
    kind: 'answered',
    requests: 1,
    nextDueMs: nowMs + 60 * MINUTE_MS,
    readings: [{ signal: 'tvl_usd', value, observedAtMs: nowMs }],
    memory: { etag: 'a' },
    ...over,
  }) as PollOutcome;
const failed = (poll: ClaimedPoll, nowMs: number, failureKind = 'timeout'): PollOutcome => ({
  ...poll,
  kind: 'failed',
  requests: failureKind === HELD_BACK ? 0 : 1,
  nextDueMs: nowMs + MINUTE_MS,
  failureKind,
  message: 'api.llama.fi took longer than 10 s',
});
const count = async (what: string) => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};

describe('what a definition names', () => {
  it('is asked at once; what it rules out, or no longer names, is not', async () => {
    await apply([drop('linea', { defillama: 'linea', github: false }), drop('scroll', { defillama: 'scroll' })]);
    expect(await claim()).toMatchObject([{ query: 'linea' }, { query: 'scroll' }]);
    await apply([drop('linea', { github: 'a/b' })]);
    expect(await db.query('SELECT drop_id, source FROM polls')).toEqual([{ drop_id: 'linea', source: 'github' }]);
    await apply([drop('linea', {}), drop('scroll', { defillama: 'scroll' })]);
    expect(ids(await claim())).toEqual(['scroll']);
  });

  it('is asked from the beginning when it changes, and the answer to the old question is not taken', async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    const [old] = await claim();
    await settlePolls(db, [answered(old!, 1e9, START_MS)], START_MS);
    const laterMs = START_MS + 61 * MINUTE_MS;
    const [running] = await claim(laterMs);
    expect(running).toMatchObject({ memory: { etag: 'a' } });
    await apply([drop('linea', { defillama: 'linea-bridge' })], laterMs);
    expect(await settlePolls(db, [answered(running!, 2e9, laterMs)], laterMs)).toEqual({ settled: 0, readings: 0 });
    expect(await claim(laterMs)).toMatchObject([{ query: 'linea-bridge', memory: null }]);
  });

  it('stays as it is while the file says the same', async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    await claim();
    await apply([dropDefinition({ id: 'linea', name: 'Other', sources: { defillama: 'linea' } })]);
    expect(await claim()).toEqual([]);
  });
});

describe('claims', () => {
  const three = () => apply(['a', 'b', 'c'].map((id) => drop(id, { defillama: id })));

  it('are shared by workers, none twice', async () => {
    await apply(Array.from({ length: 60 }, (_, n) => drop(`drop-${n}`, { defillama: `x${n}` })));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(START_MS, 15)));
    expect(claims.flat()).toHaveLength(60);
    expect(new Set(ids(claims.flat())).size).toBe(60);
  });

  it('take no more than the budget of all workers allows, and pages of a poll are paid back', async () => {
    await known({ burst: 2, perMinute: 6 });
    await three();
    const first = await claim();
    expect(first).toHaveLength(2);
    expect(await claim(START_MS + 9_999)).toEqual([]);
    // Ten seconds bring one request; the first poll took three.
    await settlePolls(db, [answered(first[0]!, 1, START_MS, { requests: 3 })], START_MS);
    expect(await claim(START_MS + 29_999)).toEqual([]);
    expect(await claim(START_MS + 30_000)).toHaveLength(1);
  });

  it('ask nobody who is off', async () => {
    await known({ offReason: 'no key' });
    await three();
    expect(await claim()).toEqual([]);
  });

  it('come back when their worker dies, and what it says afterwards is not taken', async () => {
    await three();
    const lost = await claim();
    expect(await claim(START_MS + LEASE_MS - 1)).toEqual([]);
    const again = await claim(START_MS + LEASE_MS);
    expect(ids(again)).toEqual(['a', 'b', 'c']);
    const late = lost.map((poll) => answered(poll, 1, START_MS));
    expect(await settlePolls(db, late, START_MS + LEASE_MS)).toEqual({ settled: 0, readings: 0 });
    expect(await count('readings')).toBe(0);
    const laterMs = START_MS + LEASE_MS;
    expect(
      await settlePolls(
        db,
        again.map((poll) => answered(poll, 2, laterMs)),
        laterMs,
      ),
    ).toEqual({ settled: 3, readings: 3 });
  });

  it('are given back by a worker that ends', async () => {
    await three();
    const mine = await claim();
    await returnPolls(db, mine, START_MS);
    expect(ids(await claim())).toEqual(['a', 'b', 'c']);
  });

  it('take the longest due first', async () => {
    await three();
    await db.query(`UPDATE polls SET due_at = due_at - interval '1 hour' WHERE drop_id = 'b'`);
    const [first] = await claim(START_MS, 1);
    expect(first).toMatchObject({ dropId: 'b', dueMs: START_MS - 60 * MINUTE_MS });
  });
});

describe('what a poll came to', () => {
  const one = async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    await workOff(db, START_MS);
    const [poll] = await claim();
    return poll!;
  };

  it('is stored with its day, and the drop is scored by it', async () => {
    const poll = await one();
    const nowMs = at('2026-08-22T10:40:00Z');
    await settlePolls(db, [answered(poll, 1.2e8, nowMs)], nowMs);
    expect(await db.query('SELECT signal, value, source FROM readings')).toEqual([
      { signal: 'tvl_usd', value: 1.2e8, source: 'defillama' },
    ]);
    expect(await count('signal_days')).toBe(1);
    expect(await workOff(db, nowMs)).toMatchObject({ drops: 1, revisions: 1 });
    expect(await claim(nowMs + 59 * MINUTE_MS)).toEqual([]);
    expect(await claim(nowMs + 60 * MINUTE_MS)).toMatchObject([{ memory: { etag: 'a' }, failures: 0 }]);
  });

  it('is taken once, whoever says it again', async () => {
    const poll = await one();
    const said = answered(poll, 1.2e8, START_MS);
    await settlePolls(db, [said], START_MS);
    expect(
      await settlePolls(
        db,
        [{ ...said, readings: [{ signal: 'tvl_usd', value: 1, observedAtMs: START_MS }] } as PollOutcome],
        START_MS,
      ),
    ).toMatchObject({ readings: 0 });
    expect(await db.query('SELECT value FROM readings')).toEqual([{ value: 1.2e8 }]);
  });

  it('is no reading where the source has no figure, and the source is well', async () => {
    const poll = await one();
    expect(await settlePolls(db, [answered(poll, 0, START_MS, { readings: [] } as object)], START_MS)).toEqual({
      settled: 1,
      readings: 0,
    });
    expect(await readSources(db, START_MS)).toMatchObject([{ answeredAtMs: START_MS, failing: 0, failure: null }]);
  });

  it('is a failure that loses nothing: what was remembered stays, and the source says what was wrong', async () => {
    const poll = await one();
    await settlePolls(db, [answered(poll, 1e8, START_MS)], START_MS);
    const laterMs = START_MS + 60 * MINUTE_MS;
    for (const n of [0, 1]) {
      const [again] = await claim(laterMs + n * MINUTE_MS);
      expect(again).toMatchObject({ failures: n, memory: { etag: 'a' } });
      await settlePolls(db, [failed(again!, laterMs + n * MINUTE_MS)], laterMs + n * MINUTE_MS);
    }
    expect(await readSources(db, laterMs + MINUTE_MS)).toMatchObject([
      {
        answeredAtMs: START_MS,
        failedAtMs: laterMs + MINUTE_MS,
        failureKind: 'timeout',
        failure: 'linea: api.llama.fi took longer than 10 s',
        drops: 1,
        failing: 1,
      },
    ]);
  });

  it('is nothing where the host is left alone: neither an answer, nor a failure, nor a request', async () => {
    await known({ burst: 1, perMinute: 0.001 });
    const poll = await one();
    await settlePolls(db, [failed(poll, START_MS, HELD_BACK)], START_MS);
    expect(await readSources(db, START_MS)).toMatchObject([{ failedAtMs: null, failing: 0, budgetLeft: 1 }]);
  });

  // A connector of a version to come may be wrong; nothing that is no reading gets into the score.
  it('is a failure where a reading can be none', async () => {
    const poll = await one();
    for (const reading of [
      { signal: 'tvl_usd' as const, value: -1, observedAtMs: START_MS },
      { signal: 'market_probability' as const, value: 1.1, observedAtMs: START_MS },
      { signal: 'tvl_usd' as const, value: 1, observedAtMs: START_MS + 1 },
    ]) {
      await settlePolls(db, [answered(poll, 0, START_MS, { readings: [reading] } as object)], START_MS);
    }
    expect(await count('readings')).toBe(0);
    expect(await count(`polls WHERE failure_kind = 'wrong_shape'`)).toBe(1);
  });
});

it('tells how sources do: what waits, and which hosts are left alone', async () => {
  await apply([drop('linea', { defillama: 'linea' })]);
  const laterMs = START_MS + 5 * MINUTE_MS;
  const host = { host: 'api.llama.fi', state: 'open', retryAtMs: laterMs + MINUTE_MS };
  await noteSources(db, [{ id: 'defillama', heldBack: [host] }], laterMs);
  expect(await readSources(db, laterMs)).toEqual([
    expect.objectContaining({ id: 'defillama', lagMs: 5 * MINUTE_MS, heldBack: [host], seenAtMs: laterMs, drops: 1 }),
  ]);
});
