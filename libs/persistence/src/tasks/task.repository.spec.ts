import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Database, openDatabase } from '../database/database';
import { START_MS } from '../recompute/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { leaseTasks, TaskRepository } from './task.repository';
import { recordTaskOutcomes } from './record-outcomes';
import { SourceRepository } from './source.repository';
import type { LeasedTask } from './task';
import { answered, drop, failed, LEASE_MS, MINUTE_MS, pollCalls } from './testing';

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
const ids = (polls: readonly LeasedTask[]) => polls.map(({ subject }) => subject).sort();

describe('a source in a definition', () => {
  it('is due at once; sources that are ruled out or removed are not', async () => {
    await apply([drop('linea', { defillama: 'linea', github: false }), drop('scroll', { defillama: 'scroll' })]);
    expect(await lease()).toMatchObject([{ query: 'linea' }, { query: 'scroll' }]);
    await apply([drop('linea', { github: 'a/b' })]);
    expect(await db.query('SELECT subject, source FROM tasks')).toEqual([{ subject: 'linea', source: 'github' }]);
    await apply([drop('linea', {}), drop('scroll', { defillama: 'scroll' })]);
    expect(ids(await lease())).toEqual(['scroll']);
  });

  it('starts again when the query changes, and fences the outcome of the old query', async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    const [old] = await lease();
    await recordTaskOutcomes(db, [answered(old!, 1e9, START_MS)], START_MS);
    const laterMs = START_MS + 61 * MINUTE_MS;
    const [running] = await lease(laterMs);
    expect(running).toMatchObject({ memory: { etag: 'a' } });
    await apply([drop('linea', { defillama: 'linea-bridge' })], laterMs);
    expect(await recordTaskOutcomes(db, [answered(running!, 2e9, laterMs)], laterMs)).toMatchObject({
      recorded: [],
      readings: 0,
    });
    expect(await lease(laterMs)).toMatchObject([{ query: 'linea-bridge', memory: null }]);
  });

  it('keeps its state while the definition is the same', async () => {
    await apply([drop('linea', { defillama: 'linea' })]);
    await lease();
    await apply([dropDefinition({ id: 'linea', name: 'Other', sources: { defillama: 'linea' } })]);
    expect(await lease()).toEqual([]);
  });
});

describe('leases', () => {
  const three = () => apply(['a', 'b', 'c'].map((id) => drop(id, { defillama: id })));

  it('are leased by one worker each', async () => {
    await apply(Array.from({ length: 60 }, (_, n) => drop(`drop-${n}`, { defillama: `x${n}` })));
    const leases = await Promise.all(Array.from({ length: 6 }, () => lease(START_MS, 15)));
    expect(leases.flat()).toHaveLength(60);
    expect(new Set(ids(leases.flat())).size).toBe(60);
  });

  it('stay within the shared budget, which later pays for the pages of a poll', async () => {
    await declare({ burst: 2, perMinute: 6 });
    await three();
    const first = await lease();
    expect(first).toHaveLength(2);
    expect(await lease(START_MS + 9_999)).toEqual([]);
    // Ten seconds bring one request; the first poll took three.
    await recordTaskOutcomes(db, [answered(first[0]!, 1, START_MS, { requests: 3 })], START_MS);
    expect(await lease(START_MS + 29_999)).toEqual([]);
    expect(await lease(START_MS + 30_000)).toHaveLength(1);
  });

  // A machine that woke with a wrong clock must not keep a source silent until that time has come.
  it('continue when a fast clock is corrected, with budget and leases', async () => {
    await declare({ burst: 2, perMinute: 6 });
    await three();
    const tomorrowMs = START_MS + 24 * 60 * MINUTE_MS;
    expect(await lease(tomorrowMs)).toHaveLength(2);
    expect(ids(await lease())).toEqual(['c']);
    await db.query(`UPDATE tasks SET due_at = due_at + interval '30 days' WHERE subject = 'a'`);
    await new TaskRepository(db).recall({ nowMs: START_MS, withRejected: false });
    expect(ids(await lease())).toEqual(['a']);
  });

  // Within the longest wait that a failure may have, and far beyond that of a poll that was answered.
  it('are rescheduled when they wait longer than their interval allows', async () => {
    await three();
    await db.query(`UPDATE tasks SET due_at = to_timestamp($1)`, [(START_MS + 165 * MINUTE_MS) / 1_000]);
    await db.query(`UPDATE tasks SET failures = 1 WHERE subject = 'b'`);
    await db.query(`UPDATE tasks SET due_at = to_timestamp($1) WHERE subject = 'c'`, [
      (START_MS + 89 * MINUTE_MS) / 1_000,
    ]);
    const intervals = [{ id: 'defillama', intervalMs: 30 * MINUTE_MS }];
    await new TaskRepository(db).recall({ nowMs: START_MS, withRejected: false, intervals });
    expect(ids(await lease())).toEqual(['a']);
  });

  it('count as on once a worker that polls the source sends a heartbeat', async () => {
    await three();
    await declare({ offReason: 'no key' });
    expect(await new SourceRepository(db).readHealth(START_MS)).toMatchObject([{ offReason: 'no key' }]);
    expect(await lease()).toHaveLength(3);
    await new SourceRepository(db).heartbeat([{ id: 'defillama', heldBack: [], notices: [] }], START_MS);
    expect(await new SourceRepository(db).readHealth(START_MS)).toMatchObject([{ offReason: null }]);
  });

  it.each(['unauthorized', 'blocked', 'unable'])(
    'are due at once for a worker with another key, plan or place: %s',
    async (kind) => {
      await three();
      const polls = await lease();
      const ended = polls.map((poll) => failed(poll, START_MS, poll.subject === 'b' ? kind : 'not_found'));
      await recordTaskOutcomes(
        db,
        ended.map((outcome) => ({ ...outcome, nextDueMs: START_MS + 60 * MINUTE_MS })),
        START_MS,
      );
      await new TaskRepository(db).recall({ nowMs: START_MS, withRejected: true });
      expect(ids(await lease())).toEqual(['b']);
    },
  );

  it('are leased again when their worker dies, and its late outcome is fenced', async () => {
    await three();
    const lost = await lease();
    expect(await lease(START_MS + LEASE_MS - 1)).toEqual([]);
    const again = await lease(START_MS + LEASE_MS);
    expect(ids(again)).toEqual(['a', 'b', 'c']);
    const late = lost.map((poll) => answered(poll, 1, START_MS));
    expect(await recordTaskOutcomes(db, late, START_MS + LEASE_MS)).toMatchObject({ recorded: [], readings: 0 });
    expect(await count('readings')).toBe(0);
    const laterMs = START_MS + LEASE_MS;
    expect(
      await recordTaskOutcomes(
        db,
        again.map((poll) => answered(poll, 2, laterMs)),
        laterMs,
      ),
    ).toMatchObject({ recorded: [{}, {}, {}], readings: 3 });
  });

  it('are released by a worker that stops', async () => {
    await three();
    const mine = await lease();
    await new TaskRepository(db).release(mine, START_MS);
    expect(ids(await lease())).toEqual(['a', 'b', 'c']);
  });

  it('are leased in the order of their due times', async () => {
    await three();
    await db.query(`UPDATE tasks SET due_at = due_at - interval '1 hour' WHERE subject = 'b'`);
    const [first] = await lease(START_MS, 1);
    expect(first).toMatchObject({ subject: 'b', dueMs: START_MS - 60 * MINUTE_MS });
  });
});

// Each waits for the other's rows if they do not take them in one order.
it('lets workers lease, record and send heartbeats concurrently', async () => {
  await apply(Array.from({ length: 40 }, (_, n) => drop(`drop-${n}`, { defillama: 'x', github: 'a/b', rss: 'x' })));
  const names = ['rss', 'github', 'defillama'];
  const sources = names.map((id) => ({
    kind: 'poll' as const,
    id,
    offReason: null,
    requestsPerMinute: 60,
    requestBurst: 1_000,
  }));
  await new SourceRepository(db).declare(sources, START_MS);
  const work = async (worker: number) => {
    for (let round = 0; round < 30; round++) {
      const capacities = names.map((source) => ({ kind: 'poll' as const, source, tasks: 3 }));
      const polls = await leaseTasks(db, capacities, START_MS);
      const heldBack = worker % 2 === 0 ? [...names].reverse() : names;
      await new SourceRepository(db).heartbeat(
        heldBack.map((id) => ({ id, heldBack: [], notices: [] })),
        START_MS,
      );
      await recordTaskOutcomes(
        db,
        polls.map((poll) => ({ ...failed(poll, START_MS), nextDueMs: START_MS })).reverse(),
        START_MS,
      );
      const again = await leaseTasks(db, capacities, START_MS);
      await new TaskRepository(db).release(again.reverse(), START_MS);
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  expect(await count('tasks WHERE due_at <= now()')).toBe(120);
}, 30_000);

it('reports the health of sources: lag and held back hosts', async () => {
  await apply([drop('linea', { defillama: 'linea' })]);
  const laterMs = START_MS + 5 * MINUTE_MS;
  const host = { host: 'api.llama.fi', state: 'open', retryAtMs: laterMs + MINUTE_MS };
  const notice = { host: 'api.llama.fi', text: 'deprecated', sunsetAtMs: laterMs, seenAtMs: laterMs };
  await new SourceRepository(db).heartbeat([{ id: 'defillama', heldBack: [host], notices: [notice] }], laterMs);
  // A worker that has not asked since its start knows no notice.
  await new SourceRepository(db).heartbeat([{ id: 'defillama', heldBack: [host], notices: [] }], laterMs);
  expect(await new SourceRepository(db).readHealth(laterMs)).toEqual([
    expect.objectContaining({
      id: 'defillama',
      lagMs: 5 * MINUTE_MS,
      heldBack: [host],
      notices: [notice],
      seenAtMs: laterMs,
      drops: 1,
    }),
  ]);
});
