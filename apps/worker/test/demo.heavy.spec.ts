import { type Database, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { type RunningWorker, startWorker } from '../src/start';
import { NO_SOURCES } from './sources';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestDatabase;
let db: Database;
const workers: RunningWorker[] = [];
/** Clock of the database and of the workers. */
let clock: MovableClock;
beforeEach(async () => {
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  await stop();
  await db.close();
  await test.drop();
});

const stop = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));

/** Starts a demo, waits until its data is usable, and returns its progress messages. */
async function begin(): Promise<string[]> {
  const progress: string[] = [];
  const worker = await startWorker(
    { databaseUrl: test.url, metrics: { host: '127.0.0.1', port: 0 }, isDemo: true, sources: NO_SOURCES },
    createLogger('worker', 'silent'),
    (line) => void progress.push(line),
    { now: clock.now, monotonicMs: () => performance.now() },
  );
  workers.push(worker);
  await worker.begin();
  return progress;
}

const count = async (what: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};
const at = (ms: number) => `to_timestamp(${ms / 1_000})`;
const lastHour = () => Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
const moveTo = (atMs: number): Promise<void> => clock.set(atMs - Date.now());
/** The next start or end of an event: it has a revision of its own, at some time of the day within any quarter of an hour. */
const nextMomentMs = async (): Promise<number> => {
  const [row] = await db.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(at)) * 1000)::float8 AS ms
     FROM calendar_events AS e CROSS JOIN LATERAL (VALUES (e.starts_at), (e.ends_at)) AS moment (at) WHERE at > ${at(clock.now())}`,
  );
  return row?.ms ?? Infinity;
};
const untilTrue = async (holds: () => Promise<boolean>) => {
  for (let attempt = 0; attempt < 2_400; attempt++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It took too long');
};

describe('the demo', () => {
  // The API reads the log as soon as the worker is ready; later revisions would have later times.
  it('is complete when it is ready, appends nothing after a restart, and continues by itself', async () => {
    await moveTo(lastHour() + HOUR_MS / 4);
    expect(await begin()).toEqual(['Creating the sample …', 'Computing the scores …']);
    const drops = await count("drops WHERE origin = 'sample' AND archived_at IS NULL");
    expect(drops).toBeGreaterThan(20);
    expect(await count(`drop_dues WHERE due_at <= ${at(clock.now())}`)).toBe(0);
    expect(await count(`drop_dues WHERE pointed_until <> ${at(lastHour())}`)).toBe(0);
    // Depending on the time of day, some drops have no reading that is fresh enough for a point.
    expect(await count(`points WHERE hour = ${at(lastHour())}`)).toBeGreaterThan(drops * 0.8);
    for (const table of ['revisions', 'points', 'scores']) {
      expect(await count(`${table} WHERE recorded_at > clock_timestamp() - interval '59 minutes'`)).toBe(0);
    }
    await stop();

    const all = async () => [await count('revisions'), await count('points'), await count('readings')];
    const before = await all();
    await moveTo(Math.max(clock.now(), Math.min(clock.now() + HOUR_MS / 4, (await nextMomentMs()) - 10_000)));
    await begin();
    expect(await all()).toEqual(before);

    const points = () => count(`points WHERE hour = ${at(lastHour())}`);
    const readings = () => count(`readings WHERE observed_at > ${at(lastHour() - HOUR_MS)}`);
    await moveTo(clock.now() + HOUR_MS);
    await untilTrue(async () => (await points()) > 20 && (await readings()) > 0);

    // The sample of the next day is applied after midnight.
    await moveTo(Math.ceil(clock.now() / DAY_MS) * DAY_MS + 60_000);
    await untilTrue(async () => (await points()) > 20);
    const definitions = () => count("revisions WHERE entity = 'definition'");
    const yesterday = await definitions();
    await moveTo(clock.now() + 5 * 60_000);
    await untilTrue(async () => (await definitions()) > yesterday);
  });

  it('is created once by two workers that start together', async () => {
    await Promise.all([begin(), begin()]);
    // Neither waits for the drops that the other one has leased.
    await untilTrue(async () => (await count(`drop_dues WHERE due_at <= ${at(clock.now())}`)) === 0);
    const repeated = `(SELECT body = lag(body) OVER (PARTITION BY entity, id ORDER BY seq) AS same FROM revisions) AS r`;
    expect(await count(`${repeated} WHERE same`)).toBe(0);
    expect(await count('lists WHERE version > 1')).toBe(0);
  });
});
