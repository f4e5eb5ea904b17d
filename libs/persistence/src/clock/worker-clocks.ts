import type { Sql } from '../database/database';

/** Difference between the clock of a worker and the database's. */
interface WorkerClockRecord {
  /** Machine and process: `host/1f09a2c7`; 1 to 300 characters. */
  readonly worker: string;
  /** The database's clock minus the worker's, in milliseconds. */
  readonly skewMs: number;
}

/** Age of the last record after which a worker counts as stopped, in seconds. */
const SEEN_SECONDS_MAX = 60;

/** Records the clock of a worker, and deletes records of workers that were killed over a day ago. */
export async function recordWorkerClock(sql: Sql, { worker, skewMs }: WorkerClockRecord): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM worker_clocks WHERE worker <> $1 AND seen_at < clock_timestamp() - interval '1 day')
     INSERT INTO worker_clocks (worker, skew_ms, seen_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (worker) DO UPDATE SET skew_ms = excluded.skew_ms, seen_at = excluded.seen_at`,
    [worker, skewMs],
  );
}

/** Deletes the record of a worker that stops. */
export async function deleteWorkerClock(sql: Sql, worker: string): Promise<void> {
  await sql.query('DELETE FROM worker_clocks WHERE worker = $1', [worker]);
}

/** Clocks of running workers, by worker. */
export function readWorkerClocks(sql: Sql): Promise<WorkerClockRecord[]> {
  return sql.query<WorkerClockRecord>(
    `SELECT worker, skew_ms AS "skewMs" FROM worker_clocks
     WHERE seen_at > clock_timestamp() - $1 * interval '1 second' ORDER BY worker`,
    [SEEN_SECONDS_MAX],
  );
}
