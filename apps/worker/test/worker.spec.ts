import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { type RunningWorker, startWorker } from '../src/start';
import { NO_SOURCES } from './no-sources';
import { mendableLink } from './mendable-link';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let test: TestDatabase;
let db: Database;
const workers: RunningWorker[] = [];
const monotonic = { aheadMs: 0 };
/** Of the database, and of the workers. */
let clock: MovableClock;
beforeEach(async () => {
  monotonic.aheadMs = 0;
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  // Ten minutes past an hour: none begins while nobody says so.
  await clock.set(HOUR_MS - (Date.now() % HOUR_MS) + 10 * MINUTE_MS);
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await db.close();
  await test.drop();
});

/** Milliseconds since the epoch, as the database and the workers see it. */
const now = () => clock.now();
const goOn = (ms: number): Promise<void> => clock.set(clock.aheadMs + ms);

async function start({ databaseUrl = test.url, log = (_: string): void => undefined } = {}): Promise<RunningWorker> {
  const worker = await startWorker(
    { databaseUrl, metrics: { host: '127.0.0.1', port: 0 }, isDemo: false, sources: NO_SOURCES },
    createLogger('worker', 'info', { write: log }),
    undefined,
    { now, monotonicMs: () => performance.now() + monotonic.aheadMs },
  );
  workers.push(worker);
  return worker;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It took too long');
}

const count = async (what: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};
/** Clones of one template share their tables' numbers, and `pg_locks` tells of all of them. */
const IN_THIS_DATABASE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const untilIdle = () =>
  until(async () => (await count(`drop_dues WHERE due_at <= to_timestamp(${now() / 1_000})`)) === 0);
const ask = ({ metricsPort }: RunningWorker, path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
/** A figure of a worker, by what its line begins with; null where there is none. */
const figure = async (worker: RunningWorker, begins: string): Promise<string | null> => {
  const lines = (await (await ask(worker, '/metrics')).text()).split('\n');
  return (
    lines
      .find((line) => line.startsWith(begins))
      ?.split(' ')
      .at(-1) ?? null
  );
};

/** Drops whose claim window opens soon, with the log at what an apply says of them. */
async function state(drops: number): Promise<void> {
  const opens = eventDefinition({ startsAt: new Date(now() + 90 * MINUTE_MS).toISOString(), endsAt: null });
  const definitions = Array.from({ length: drops }, (_, index) =>
    dropDefinition({ id: `drop-${index}`, events: [opens] }),
  );
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: now() });
}

describe('the worker', () => {
  it('brings up to date what is due, and sees the hours come', async () => {
    await state(3);
    const worker = await start();
    expect((await ask(worker, '/readyz')).status).toBe(503);
    await worker.begin();
    await untilIdle();
    expect((await ask(worker, '/readyz')).status).toBe(200);
    expect([await count('scores'), await count('points')]).toEqual([3, 0]);

    await goOn(2 * HOUR_MS);
    await untilIdle();
    expect(await count('points')).toBe(6);
    // Counted after the commit.
    await until(async () => (await figure(worker, 'droptrack_pass_points_total')) === '6');
    expect(await figure(worker, 'droptrack_due_lag_seconds')).toBe('0');
    expect(Number(await figure(worker, 'droptrack_pass_duration_seconds_count'))).toBeGreaterThan(1);
  });

  // Replicas of the worker share the work; what both did would be told twice.
  it('shares the work with another one, and nothing is told twice', async () => {
    await state(60);
    const told = await count('revisions');
    const pair = [await start(), await start()];
    await Promise.all(pair.map((worker) => worker.begin()));
    await untilIdle();
    await goOn(3 * HOUR_MS);
    await untilIdle();
    // Each window opened once, which its drop shows, and each of three hours has its point.
    expect(await count(`revisions WHERE seq > ${told} AND cause = 'calendar' AND entity = 'calendar_event'`)).toBe(60);
    expect(await count('points')).toBe(180);
    const repeated = `(SELECT body = lag(body) OVER (PARTITION BY entity, id ORDER BY seq) AS same FROM revisions) AS r`;
    expect(await count(`${repeated} WHERE same`)).toBe(0);
  });

  it('outlives a database that is away, says so once, and goes on when it is back', async () => {
    await state(2);
    const link = await mendableLink(test.url);
    const lines: string[] = [];
    const worker = await start({ databaseUrl: link.url, log: (line) => void lines.push(line) });
    await worker.begin();
    await untilIdle();
    await link.cut();
    await until(async () => Number(await figure(worker, 'droptrack_job_failures_total{job="pass"')) > 1);
    expect(lines.filter((line) => line.includes('the pass failed'))).toHaveLength(1);
    expect(await figure(worker, 'droptrack_due_lag_seconds')).toMatch(/^NaN$/i);
    // Nothing is wrong with the worker itself, but nobody should rely on it.
    monotonic.aheadMs = 61_000;
    expect((await ask(worker, '/healthz')).status).toBe(200);
    const unready = await ask(worker, '/readyz');
    expect([unready.status, await unready.text()]).toEqual([503, expect.stringMatching(/succeeded \d+ s ago/)]);

    await link.mend();
    await goOn(HOUR_MS);
    await untilIdle();
    await until(async () => (await ask(worker, '/readyz')).status === 200);
    await worker.stop();
    await link.cut();
  });

  it('waits for a database that is not there yet, and can be stopped meanwhile', async () => {
    const link = await mendableLink(test.url);
    await link.cut();
    const lines: string[] = [];
    const [late, stopped] = [
      await start({ databaseUrl: link.url, log: (line) => void lines.push(line) }),
      await start({ databaseUrl: link.url }),
    ];
    const [began, ended] = [late.begin(), stopped.begin()];
    await until(() => lines.some((line) => line.includes('does not respond yet')));
    await stopped.stop();
    await ended;
    await link.mend();
    monotonic.aheadMs = 60_000;
    await began;
    await late.stop();
    await link.cut();
  });

  it('lets the batch under way end before it stops', async () => {
    await state(1);
    const worker = await start();
    // Holds the pass in the middle of its batch: it may look at the drop, and not write.
    const locked = db.transaction(async (sql) => {
      await sql.query('LOCK TABLE scores IN EXCLUSIVE MODE');
      await worker.begin();
      const waiting = `NOT granted AND relation = 'scores'::regclass AND ${IN_THIS_DATABASE}`;
      await until(async () => (await count(`pg_locks WHERE ${waiting}`)) === 1);
      const stopped = worker.stop();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { stopped };
    });
    await (
      await locked
    ).stopped;
    expect(await count('scores')).toBe(1);
  });

  it('names the variable to change when its port is taken', async () => {
    const { metricsPort: port } = await start();
    const second = startWorker(
      { databaseUrl: test.url, metrics: { host: '127.0.0.1', port }, isDemo: false, sources: NO_SOURCES },
      createLogger('worker', 'silent'),
    );
    await expect(second).rejects.toThrow(`Port ${port} is taken by another program: set WORKER_METRICS_PORT`);
    expect((await ask(workers[0]!, '/other')).status).toBe(404);
  });
});
