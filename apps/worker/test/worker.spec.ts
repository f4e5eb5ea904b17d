import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import {
  breakableLink,
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { type RunningWorker, startWorker } from '../src/start';
import { NO_SOURCES } from './sources';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let test: TestDatabase;
let db: Database;
const workers: RunningWorker[] = [];
const monotonic = { aheadMs: 0 };
/** Clock of the database and of the workers. */
let clock: MovableClock;
beforeEach(async () => {
  monotonic.aheadMs = 0;
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  // Ten minutes past an hour, so that no hour begins unless the test moves the clock.
  await clock.set(HOUR_MS - (Date.now() % HOUR_MS) + 10 * MINUTE_MS);
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await db.close();
  await test.drop();
});

/** Milliseconds since the epoch, by that clock. */
const now = () => clock.now();
const advance = (ms: number): Promise<void> => clock.set(clock.aheadMs + ms);

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
/** Clones of one template share the oids of tables, and `pg_locks` contains all databases. */
const IN_THIS_DATABASE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const untilIdle = () =>
  until(async () => (await count(`drop_dues WHERE due_at <= to_timestamp(${now() / 1_000})`)) === 0);
const get = ({ metricsPort }: RunningWorker, path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);
/** Metric of a worker, by the start of its line; null without one. */
const metric = async (worker: RunningWorker, begins: string): Promise<string | null> => {
  const lines = (await (await get(worker, '/metrics')).text()).split('\n');
  return (
    lines
      .find((line) => line.startsWith(begins))
      ?.split(' ')
      .at(-1) ?? null
  );
};

/** Applies definitions of drops whose claim window opens soon. */
async function applyDrops(drops: number): Promise<void> {
  const opens = eventDefinition({ startsAt: new Date(now() + 90 * MINUTE_MS).toISOString(), endsAt: null });
  const definitions = Array.from({ length: drops }, (_, index) =>
    dropDefinition({ id: `drop-${index}`, events: [opens] }),
  );
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: now() });
}

describe('the worker', () => {
  it('recomputes drops that are due, and again with each hour', async () => {
    await applyDrops(3);
    const worker = await start();
    expect((await get(worker, '/readyz')).status).toBe(503);
    await worker.begin();
    await untilIdle();
    expect((await get(worker, '/readyz')).status).toBe(200);
    expect([await count('scores'), await count('points')]).toEqual([3, 0]);

    await advance(2 * HOUR_MS);
    await untilIdle();
    expect(await count('points')).toBe(6);
    // Counted after the commit.
    await until(async () => (await metric(worker, 'droptrack_pass_points_total')) === '6');
    expect(await metric(worker, 'droptrack_due_lag_seconds')).toBe('0');
    expect(Number(await metric(worker, 'droptrack_pass_duration_seconds_count'))).toBeGreaterThan(1);
  });

  // Otherwise replicas would publish the same changes twice.
  it('shares the work with another worker, without a repeated revision', async () => {
    await applyDrops(60);
    const before = await count('revisions');
    const pair = [await start(), await start()];
    await Promise.all(pair.map((worker) => worker.begin()));
    await untilIdle();
    await advance(3 * HOUR_MS);
    await untilIdle();
    // Each window has opened once, and each of three hours has its point.
    expect(await count(`revisions WHERE seq > ${before} AND cause = 'calendar' AND entity = 'calendar_event'`)).toBe(
      60,
    );
    expect(await count('points')).toBe(180);
    const repeated = `(SELECT body = lag(body) OVER (PARTITION BY entity, id ORDER BY seq) AS same FROM revisions) AS r`;
    expect(await count(`${repeated} WHERE same`)).toBe(0);
  });

  it('survives an unavailable database, logs it once, and continues when it is back', async () => {
    await applyDrops(2);
    const link = await breakableLink(test.url);
    const lines: string[] = [];
    const worker = await start({ databaseUrl: link.url, log: (line) => void lines.push(line) });
    await worker.begin();
    await untilIdle();
    await link.cut();
    await until(async () => Number(await metric(worker, 'droptrack_job_failures_total{job="pass"')) > 1);
    expect(lines.filter((line) => line.includes('the pass failed'))).toHaveLength(1);
    expect(await metric(worker, 'droptrack_due_lag_seconds')).toMatch(/^NaN$/i);
    // The worker itself is healthy, but not ready.
    monotonic.aheadMs = 61_000;
    expect((await get(worker, '/healthz')).status).toBe(200);
    const unready = await get(worker, '/readyz');
    expect([unready.status, await unready.text()]).toEqual([503, expect.stringMatching(/succeeded \d+ s ago/)]);

    await link.restore();
    await advance(HOUR_MS);
    await untilIdle();
    await until(async () => (await get(worker, '/readyz')).status === 200);
    await worker.stop();
    await link.cut();
  });

  it('waits at its start for an unavailable database, and can be stopped while it waits', async () => {
    const link = await breakableLink(test.url);
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
    await link.restore();
    monotonic.aheadMs = 60_000;
    await began;
    await late.stop();
    await link.cut();
  });

  it('completes the running batch before it stops', async () => {
    await applyDrops(1);
    const worker = await start();
    // Blocks the recompute run in its batch: it can read the drop, but not write.
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
    await expect(second).rejects.toThrow(`Port ${port} is taken by another program: add WORKER_METRICS_PORT=`);
    expect((await get(workers[0]!, '/other')).status).toBe(404);
  });
});
