import { CLOCK_SKEW_MS_MAX, type Database, RecomputeQueue, readWorkerClocks } from '@droptrack/persistence';
import { count } from '../output/count';
import { fail, type Finding, ok, warn } from './finding';

/** A worker looks twice a second; what waits longer than this nobody is looking after, in milliseconds. */
const LAG_MS_MAX = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Whether somebody sees to it that states move and scores are worked out: the database tells by what waits. */
export async function checkWorker(db: Database, nowMs: () => number): Promise<Finding> {
  const atMs = nowMs();
  const { drops, oldestMs } = await new RecomputeQueue(db).readLag(atMs);
  if (oldestMs === null) return ok('worker', 'No drop waits to be looked at');
  const lagMs = atMs - oldestMs;
  if (lagMs <= LAG_MS_MAX) return ok('worker', `${count(drops, 'drop')} about to be looked at`);
  return warn(
    'worker',
    `${count(drops, 'drop')} waiting to be looked at, the longest for ${count(Math.floor(lagMs / MINUTE_MS), 'minute')}`,
    'Start the worker: npm start does. Where it runs, look at its log: states and scores stand still.',
  );
}

/** Workers whose clock differs from the database's by so much that they begin no work; nothing where there are none. */
export async function checkWorkerClocks(db: Database): Promise<Finding[]> {
  const clocks = await readWorkerClocks(db);
  return clocks
    .filter(({ skewMs }) => Math.abs(skewMs) > CLOCK_SKEW_MS_MAX)
    .map(({ worker, skewMs }) => {
      const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
      return fail(
        'worker clock',
        `The clock of worker ${worker} is ${off} the database's: it begins no work`,
        'Keep both machines in time (NTP); the worker goes on by itself.',
      );
    });
}
