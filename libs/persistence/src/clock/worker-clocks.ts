import type { Sql } from '../database/database';

/** Difference between the clock of a worker and the database's. */
export interface WorkerClockNote {
  /** Machine and process: `host/1f09a2c7`; 1 to 300 characters. */
  readonly worker: string;
  /** The database's clock minus the worker's, in milliseconds. */
  readonly skewMs: number;
}

/** A worker that has noted nothing for so long does not run any more, in seconds. */
const SEEN_SECONDS_MAX = 60;

/** Notes the clock of a worker, and deletes what workers that were killed a day ago left. */
export async function noteWorkerClock(sql: Sql, { worker, skewMs }: WorkerClockNote): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM worker_clocks WHERE worker <> $1 AND seen_at < clock_timestamp() - interval '1 day')
     INSERT INTO worker_clocks (worker, skew_ms, seen_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (worker) DO UPDATE SET skew_ms = excluded.skew_ms, seen_at = excluded.seen_at`,
    [worker, skewMs],
  );
}

/** Deletes the note of a worker that ends. */
export async function forgetWorkerClock(sql: Sql, worker: string): Promise<void> {
  await sql.query('DELETE FROM worker_clocks WHERE worker = $1', [worker]);
}

/** The clocks of the workers that run, by worker. */
export function readWorkerClocks(sql: Sql): Promise<WorkerClockNote[]> {
  return sql.query<WorkerClockNote>(
    `SELECT worker, skew_ms AS "skewMs" FROM worker_clocks
     WHERE seen_at > clock_timestamp() - $1 * interval '1 second' ORDER BY worker`,
    [SEEN_SECONDS_MAX],
  );
}
