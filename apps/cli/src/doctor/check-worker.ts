import { CLOCK_SKEW_MS_MAX, type Database, RecomputeQueue, readWorkerClocks } from '@droptrack/persistence';
import { count } from '../output/format';
import { fail, type Finding, ok, warn } from './finding';

/** Maximum lag of the recompute queue; a worker leases due drops twice a second. */
const LAG_MS_MAX = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Health of the worker, by the lag of the recompute queue. */
export async function checkWorker(db: Database, nowMs: () => number): Promise<Finding> {
  const atMs = nowMs();
  const { drops, oldestMs } = await new RecomputeQueue(db).readLag(atMs);
  if (oldestMs === null) return ok('worker', 'The recompute queue is empty');
  const lagMs = atMs - oldestMs;
  if (lagMs <= LAG_MS_MAX) return ok('worker', `${count(drops, 'drop')} in the recompute queue`);
  return warn(
    'worker',
    `${count(drops, 'drop')} in the recompute queue, the oldest for ${count(Math.floor(lagMs / MINUTE_MS), 'minute')}`,
    'Start the worker: npm start. If it runs, check its log: statuses and scores are not updated.',
  );
}

/** Workers whose clock differs too much from the database clock to lease work; empty if there are none. */
export async function checkWorkerClocks(db: Database): Promise<Finding[]> {
  const clocks = await readWorkerClocks(db);
  return clocks
    .filter(({ skewMs }) => Math.abs(skewMs) > CLOCK_SKEW_MS_MAX)
    .map(({ worker, skewMs }) => {
      const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
      return fail(
        'worker clock',
        `The clock of worker ${worker} is ${off} the database clock: it leases no work`,
        'Synchronize both machines with NTP; the worker then resumes.',
      );
    });
}
