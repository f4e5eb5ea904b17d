import { dropDefinition } from '@droptrack/catalogue/testing';
import { type Collected, type Connector, createSourceAgent, type Poll, SourceError } from '@droptrack/sources';
import type { SourceId } from '@droptrack/connectors';
import {
  applyDefinitions,
  type Database,
  openDatabase,
  SourceRepository,
  type TaskOutcome,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { getEventListeners } from 'node:events';
import { createLogger } from '@droptrack/program/logging';
import { pollSource } from './poll-source';
import { TaskJob } from './task.job';

let test: TestDatabase;
let db: Database;
let jobs: TaskJob[] = [];
let lines: string[] = [];
beforeEach(async () => {
  [jobs, lines] = [[], []];
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 3, applicationName: 'test' });
});
afterEach(async () => {
  for (const job of jobs) await job.close();
  await db.close();
  await test.drop();
});

type Collect = (poll: Poll<unknown>) => Promise<Collected>;
const connector = (id: SourceId, collect: Collect, timeoutMs = 600_000): Connector => ({
  id,
  limits: { intervalMs: 3_600_000, timeoutMs, concurrency: 2, requestsPerMinute: 6_000, requestBurst: 100 },
  parseQuery: (query) => query,
  read: collect,
});
const returns =
  (value = 1, memory: Collected['memory'] = null): Collect =>
  async ({ nowMs }) => ({ readings: [{ signal: 'tvl_usd', value, observedAtMs: nowMs }], memory });
const hangs: Collect = () => new Promise(() => undefined);

/** Collection of numbered drops, each polled from all of these sources. */
async function collecting(drops: number, ...connectors: Connector[]) {
  const sources = Object.fromEntries(connectors.map(({ id }, index) => [id, index]));
  const definitions = Array.from({ length: drops }, (_, n) => dropDefinition({ id: `drop-${n}`, sources }));
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: Date.now() });
  const known = connectors.map(({ id, limits }) => ({ kind: 'poll' as const, id, offReason: null, ...limits }));
  await new SourceRepository(db).declare(known, Date.now());
  const ended: string[] = [];
  const clock = { now: Date.now, monotonicMs: () => performance.now() };
  const logger = createLogger('worker', 'info', { write: (line: string) => void lines.push(line) });
  const shared = { clock, random: () => 0.5, logger, dispatcher: createSourceAgent() };
  const metrics = {
    leased: () => undefined,
    recorded: () => undefined,
    ended: (outcome: TaskOutcome) => void ended.push(`${outcome.source} ${outcome.end}`),
  };
  const polled = connectors.map((one) => pollSource(one, shared));
  const pace = { tasksMax: 1_000, leaseMs: 0, waitMs: 400, batchMs: 100 };
  const job = new TaskJob('collection', { ...shared, db, sources: polled, metrics }, pace);
  jobs.push(job);
  const runUntil = async (holds: () => boolean | Promise<boolean>) => {
    for (const endMs = performance.now() + 25_000; performance.now() < endMs && !(await holds());) await job.run();
    expect(await holds()).toBe(true);
  };
  return { job, ended, runUntil };
}
const count = async (what: string) => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};

it('does not delay other sources when one hangs', async () => {
  const { runUntil, ended } = await collecting(8, connector('reddit', hangs), connector('defillama', returns()));
  await runUntil(async () => (await count('readings')) === 8);
  expect(ended).toEqual(Array.from({ length: 8 }, () => 'defillama answered'));
});

it('fails a poll with a timeout, also if its connector ignores the abort', async () => {
  const { runUntil } = await collecting(1, connector('reddit', hangs, 50));
  await runUntil(async () => (await count(`tasks WHERE failure_kind = 'timeout' AND failures = 1`)) === 1);
});

it('continues an unfinished poll after the wait that it asks for, and logs its progress', async () => {
  const unfinished = { continueAfterMs: 90_000, progress: '4 of 9 blocks are read; the rest takes about 3 min' };
  const { runUntil } = await collecting(
    1,
    connector('evm', async () => ({ readings: [], memory: null, unfinished })),
  );
  await runUntil(async () => (await count('tasks WHERE answered_at IS NOT NULL')) === 1);
  expect(
    await count(`tasks WHERE due_at BETWEEN answered_at + interval '80 s' AND answered_at + interval '100 s'`),
  ).toBe(1);
  expect(lines.join('')).toContain('"progress":"4 of 9 blocks are read; the rest takes about 3 min"');
});

it('releases running polls when it stops, so that other workers can lease them at once', async () => {
  const { job } = await collecting(2, connector('reddit', hangs));
  await job.run();
  expect(await count('tasks WHERE due_at <= now()')).toBe(0);
  await job.close();
  expect(await count('tasks WHERE due_at <= now() AND failures = 0')).toBe(2);
});

// At dozens of polls a second, listeners that stay would accumulate for the life of the worker.
it('removes all listeners of a poll that has ended', async () => {
  const { job, runUntil } = await collecting(6, connector('defillama', returns()), connector('rss', fails('status')));
  const listen = jest.spyOn(EventTarget.prototype, 'addEventListener');
  await runUntil(async () => (await count('tasks WHERE answered_at IS NULL AND failed_at IS NULL')) === 0);
  const listenedTo = new Set(listen.mock.contexts);
  listen.mockRestore();
  expect(listenedTo.size).toBeGreaterThan(6);
  const left = [...listenedTo].filter((target) => !(target as AbortSignal).aborted);
  expect(left.flatMap((target) => getEventListeners(target as AbortSignal, 'abort'))).toEqual([]);
  await job.close();
});

it('stores the other readings when one cannot be stored, and reports its drop', async () => {
  await db.query(`ALTER TABLE readings ADD CHECK (value <> 2)`);
  const { runUntil } = await collecting(
    3,
    connector('defillama', (poll) => returns(asked++ === 1 ? 2 : 1)(poll)),
  );
  await runUntil(async () => (await count('tasks WHERE answered_at IS NULL AND failed_at IS NULL')) === 0);
  expect(await count('readings')).toBe(2);
  expect(await count(`tasks WHERE failure_kind = 'internal' AND due_at > now() + interval '10 seconds'`)).toBe(1);
  expect(lines.join('')).toContain('the outcome of a run cannot be stored');
});
let asked = 0;

it('reports a bug of a connector as an internal error, in the log and to the doctor', async () => {
  const { runUntil } = await collecting(
    1,
    connector('defillama', () => {
      throw new TypeError('x is undefined');
    }),
  );
  await runUntil(async () => (await new SourceRepository(db).readHealth(Date.now()))[0]?.failing === 1);
  expect(await new SourceRepository(db).readHealth(Date.now())).toMatchObject([
    { failure: 'drop-0: an error of our own: TypeError' },
  ]);
  expect(lines.join('')).toContain('x is undefined');
});

function fails(kind: 'status'): Collect {
  return () => Promise.reject(new SourceError(kind, 'example.test: 500'));
}
