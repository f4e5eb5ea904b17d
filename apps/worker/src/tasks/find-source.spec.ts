import { SourceError, type Finder, type Found } from '@droptrack/sources';
import { type Database, leaseTasks, openDatabase, recordFound, recordTaskOutcomes, SourceRepository, type TaskOutcome } from '@droptrack/persistence'; // prettier-ignore
import { breakableLink, createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { fakeFinder, found, INTERVAL_MS, protocolSighting } from '../discover/testing';
import { findSource } from './find-source';
import { TaskJob } from './task.job';
import { declaredFinders } from './tasks';

const START_MS = Date.parse('2026-11-23T10:00:00Z');
const LEASE_INTERVAL_MS = 2_000;
const DEFILLAMA = { kind: 'find', source: 'finder/defillama', tasks: 1 } as const;

let test: TestDatabase;
let db: Database;
let jobs: TaskJob[] = [];
let lines: Record<string, unknown>[] = [];
let ended: string[] = [];
const clock = { nowMs: START_MS, now: () => clock.nowMs, monotonicMs: () => clock.nowMs };
beforeEach(async () => {
  [jobs, lines, ended, clock.nowMs] = [[], [], [], START_MS];
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  for (const job of jobs) await job.close();
  await db.close();
  await test.drop();
});

/** A worker's job for these finders; the random numbers make waits their longest. */
function jobOf(finders: readonly Finder[], over: { db?: Database } = {}): TaskJob {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const metrics = {
    leased: () => undefined,
    recorded: () => undefined,
    ended: ({ end }: TaskOutcome) => void ended.push(end),
  };
  const logger = createLogger('worker', 'info', { write });
  const shared = { db, random: () => 1, logger, clock, newPerDayMax: 50, metrics, ...over };
  const sources = finders.map((finder) => findSource(finder, shared));
  const pace = { tasksMax: 4, leaseMs: LEASE_INTERVAL_MS, waitMs: 0, batchMs: 0 };
  const job = new TaskJob('discovery', { ...shared, sources }, pace);
  jobs.push(job);
  return job;
}

/** Declares finders and returns their job. */
async function discovering(...finders: Finder[]): Promise<TaskJob> {
  await new SourceRepository(db).declare(declaredFinders({ on: finders, off: new Map() }), clock.nowMs);
  return jobOf(finders);
}

/** Runs what is due, until as many runs have ended and are recorded. */
async function runs(job: TaskJob, count: number): Promise<void> {
  const before = ended.length;
  await job.run();
  for (const endMs = performance.now() + 20_000; ended.length - before < count && performance.now() < endMs;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(ended.length - before).toBe(count);
  await job.run();
}

const wait = (ms: number): void => void (clock.nowMs += ms);
const health = async () => (await new SourceRepository(db).readHealth(clock.nowMs))[0]!;
const candidates = () => db.query<{ name: string; state: string }>(`SELECT name, state FROM candidates ORDER BY name`);

it('stores what a finder saw as candidates, hands its state to the next run, and logs what is left', async () => {
  const finder = fakeFinder(async ({ memory }) => {
    const page = Number((memory as { page?: number })?.page ?? 0) + 1;
    return { ...(await found(['linea'], { page })), ...(page === 1 && { progress: '9 pages are not read yet' }) };
  });
  const job = await discovering(finder);
  await runs(job, 1);
  expect(await candidates()).toEqual([{ name: 'linea', state: 'new' }]);
  wait(INTERVAL_MS - 1);
  await job.run();
  expect(finder.runs).toMatchObject([{ memory: null, sinceMs: null, nowMs: START_MS }]);
  wait(LEASE_INTERVAL_MS);
  await runs(job, 1);
  expect(finder.runs[1]).toMatchObject({ memory: { page: 1 }, sinceMs: START_MS, nowMs: clock.nowMs });
  expect(await candidates()).toHaveLength(1);
  expect(lines.flatMap(({ progress }) => progress ?? [])).toEqual(['9 pages are not read yet']);
});

it('backs off after failures', async () => {
  const results: (Error | Found)[] = [
    new SourceError('status', 'api.llama.test: status 500'),
    new SourceError('timeout', 'api.llama.test: no response'),
    found(['linea'], { page: 1 }),
  ];
  const finder = fakeFinder(() => {
    const result = results.shift()!;
    if (result instanceof Error) throw result;
    return result;
  });
  const job = await discovering(finder);
  await runs(job, 1);
  expect(await health()).toMatchObject({ failuresInRow: 1, failureKind: 'status', dueAtMs: START_MS + 30_000 });
  wait(29_999);
  await job.run();
  expect(finder.runs).toHaveLength(1);
  wait(LEASE_INTERVAL_MS);
  await runs(job, 1);
  expect(await health()).toMatchObject({ failuresInRow: 2, dueAtMs: clock.nowMs + 60_000 });
  wait(60_000);
  await runs(job, 1);
  expect(await health()).toMatchObject({ failuresInRow: 0, failures: [], answeredAtMs: clock.nowMs });
});

it('waits as long as the source requested', async () => {
  const finder = fakeFinder(() => {
    throw new SourceError('rate_limited', 'api.llama.test: rate limit exceeded', 7_200_000);
  });
  const job = await discovering(finder);
  await runs(job, 1);
  const { dueAtMs } = await health();
  expect(dueAtMs).toBeGreaterThanOrEqual(START_MS + 7_200_000);
});

it('continues with the state of the last run after a restart', async () => {
  const first = fakeFinder(() => found(['linea'], { cursor: 70 }));
  const job = await discovering(first);
  await runs(job, 1);
  await job.close();
  const second = fakeFinder(() => found([], { cursor: 80 }));
  wait(INTERVAL_MS);
  await runs(await discovering(second), 1);
  expect(second.runs).toMatchObject([{ memory: { cursor: 70 }, sinceMs: START_MS }]);
});

it('aborts runs when it stops, and releases their leases, so that another worker runs the finder at once', async () => {
  const aborted: string[] = [];
  const finder = fakeFinder(async ({ http }) => {
    // Never connected: the run ends while the request waits for its slot.
    await http.json('http://127.0.0.1:1/').catch(({ kind }: SourceError) => void aborted.push(kind));
    return new Promise<Found>(() => undefined);
  });
  const job = await discovering(finder);
  await job.run();
  expect(await health()).toMatchObject({ isRunning: true });
  await job.close();
  expect(await health()).toMatchObject({ isRunning: false, failuresInRow: 0 });
  const next = fakeFinder(() => found(['linea']));
  await runs(jobOf([next]), 1);
  expect(await candidates()).toHaveLength(1);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('ends a run at its timeout, also if the finder ignores the abort', async () => {
  const finder = fakeFinder(() => new Promise<Found>(() => undefined), { limits: { timeoutMs: 20 } });
  await runs(await discovering(finder), 1);
  expect(await health()).toMatchObject({ failureKind: 'timeout', failure: 'the run did not end within 0.02 s' });
});

it('renews the lease of a run, and leases the finder of a killed worker within 30 s', async () => {
  let end: (seen: Found) => void = () => undefined;
  const job = await discovering(fakeFinder(() => new Promise<Found>((resolve) => (end = resolve))));
  await job.run();
  const other = fakeFinder(() => found(['linea']));
  const otherJob = jobOf([other]);
  for (let tick = 0; tick < 60; tick += 1) {
    wait(LEASE_INTERVAL_MS);
    await job.run();
    await otherJob.run();
  }
  expect(other.runs).toEqual([]);
  // From here on the first worker is silent, as after a kill.
  wait(30_000);
  await runs(otherJob, 1);
  expect(other.runs).toHaveLength(1);
  end(found([]));
});

it('repeats the run of a worker that was killed after its sightings were stored, without a second candidate', async () => {
  const finder = fakeFinder(() => found(['linea'], { page: 1 }), { limits: { timeoutMs: 60_000 } });
  const job = await discovering(finder);
  const [killed] = await leaseTasks(db, [DEFILLAMA], START_MS, { leaseMs: 120_000 });
  const sightings = [protocolSighting('linea')];
  await recordFound(db, { source: 'defillama', sightings, gone: [], nowMs: START_MS, newPerDayMax: 50 });
  wait(119_999);
  await job.run();
  expect(finder.runs).toEqual([]);
  wait(LEASE_INTERVAL_MS);
  await runs(job, 1);
  expect(finder.runs).toMatchObject([{ memory: null, sinceMs: null }]);
  expect(await candidates()).toHaveLength(1);
  const times = { startedAtMs: START_MS, endedAtMs: START_MS, nextDueMs: 0 };
  const late = { ...killed!, ...times, end: 'answered', result: {}, memory: null, requests: 1 } as const;
  expect(await recordTaskOutcomes(db, [late], clock.nowMs)).toMatchObject({ recorded: [] });
});

it('discards the result of a run whose lease another worker has taken over, and sights are of the start of their run', async () => {
  const taken = fakeFinder(async () => {
    wait(7_200_000);
    await leaseTasks(db, [DEFILLAMA], clock.nowMs, { leaseMs: 60_000 });
    return found(['linea']);
  });
  await runs(await discovering(taken), 1);
  expect(await candidates()).toEqual([]);
  expect(lines).toMatchObject([{ level: 'warn', finder: 'defillama' }]);
  wait(60_000);
  const startedAtMs = clock.nowMs;
  const slow = fakeFinder(async () => (wait(1_000), found(['linea'])));
  await runs(jobOf([slow]), 1);
  expect(await db.query('SELECT last_seen_at AS at FROM sightings')).toEqual([{ at: new Date(startedAtMs) }]);
});

it('keeps the result of a run while the database is unavailable', async () => {
  const link = await breakableLink(test.url);
  const linked = openDatabase(link.url, { poolSize: 2, applicationName: 'test' });
  try {
    const finder = fakeFinder(async () => {
      await link.cut();
      return found(['linea'], { page: 1 });
    });
    await discovering(finder);
    const job = jobOf([finder], { db: linked });
    await job.run();
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(job.run()).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    expect(job.isDue()).toBe(true);
    await link.restore();
    await job.run();
    expect(await candidates()).toHaveLength(1);
    expect(await health()).toMatchObject({ failuresInRow: 0, isRunning: false });
    expect(finder.runs).toHaveLength(1);
    await job.close();
  } finally {
    await linked.close();
    await link.cut();
  }
});

describe('a bug of a finder', () => {
  it('costs its invalid sightings, which are logged once per run', async () => {
    const invalid = { ...protocolSighting('b'), name: 'right\u202eleft' };
    const sightings = [invalid, { ...invalid, externalId: 'c' }, protocolSighting('linea')];
    await runs(await discovering(fakeFinder(() => ({ sightings, gone: [], memory: null }))), 1);
    expect(await candidates()).toEqual([{ name: 'linea', state: 'new' }]);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ finder: 'defillama', rejected: 2 }]);
    expect(await health()).toMatchObject({ failuresInRow: 0 });
  });

  it.each([
    ['throws', () => Promise.reject(new TypeError('x is undefined'))],
    ['returns state that is too large', () => found([], { text: 'x'.repeat(300_000) })],
    ['returns state that no database stores', () => found([], { text: '\u0000' })],
    ['returns too many sightings', () => found(Array.from({ length: 20_001 }, (_, n) => `p-${n}`))],
  ])('is an internal failure when it %s', async (_, find) => {
    await runs(await discovering(fakeFinder(find)), 1);
    expect(await health()).toMatchObject({ failuresInRow: 1, failureKind: 'internal' });
    expect(await candidates()).toEqual([]);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});

it('never runs a finder twice at once, with several workers', async () => {
  let [running, most] = [0, 0];
  const finder = fakeFinder(
    async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return found([]);
    },
    { limits: { intervalMs: 1 } },
  );
  await discovering(finder);
  const workers = Array.from({ length: 3 }, () => jobOf([finder]));
  for (let round = 0; round < 40; round++) {
    await Promise.all(workers.map((job) => job.run()));
    wait(LEASE_INTERVAL_MS);
  }
  expect(finder.runs.length).toBeGreaterThan(1);
  expect(most).toBe(1);
});

// At the ticks of the scheduler, every half second: a minute without work.
it('asks the database at most 31 times a minute while no finder is due, and never without finders', async () => {
  const job = await discovering(fakeFinder(() => found([])));
  await runs(job, 1);
  const queries = jest.spyOn(db, 'query');
  const idle = async (of: TaskJob) => {
    for (let tick = 0; tick < 120; tick++) {
      if (of.isDue()) await of.run();
      wait(500);
    }
  };
  await idle(job);
  expect(queries.mock.calls.length).toBeGreaterThan(0);
  expect(queries.mock.calls.length).toBeLessThanOrEqual(31);
  queries.mockClear();
  await idle(jobOf([]));
  expect(queries).not.toHaveBeenCalled();
});
