import type { Database, Sql } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { BASELINE_DAYS_MAX, dayOf, LOOK_BACK_MS } from '../readings/look-back';
import { POINTS_KEPT_MS } from '../recompute/make-points';
import { deletePoints, deleteReadings, deleteSignalDays, type OldReadings } from './delete';
import { noteKeptFrom } from './kept-from';

const DAY_MS = 86_400_000;
/** Raw readings are kept this long after they were recorded and were true. */
const READINGS_KEPT_MS = 90 * DAY_MS;
/** Drops that are locked at once. */
const DROPS_A_STEP = 100;
/** Rows of each kind that are deleted at once. */
const ROWS_A_STEP = 10_000;

export interface RetentionOptions {
  /** Milliseconds since the epoch. A clock ahead of the database's does not count: what is deleted does not come back. */
  readonly nowMs: number;
  /** Where the step before ended; from the first drop on when not given. */
  readonly afterDropId?: string;
  /** 100 when not given. */
  readonly dropsMax?: number;
  /** 10 000 when not given. */
  readonly rowsMax?: number;
}

/** What one step deleted. */
export interface RetentionReport {
  readonly readings: number;
  readonly points: number;
  readonly signalDays: number;
  /** Where the next step begins; null: all drops were looked at. */
  readonly nextAfter: string | null;
}

/** From when on everything is kept, milliseconds since the epoch; each the beginning of a UTC day. */
interface Horizons {
  readonly nowMs: number;
  readonly readingsMs: number;
  readonly pointsMs: number;
  readonly signalDaysMs: number;
}

/**
 * Deletes what is no longer kept, a step at a time: of the next drops a bounded number of rows, in one transaction that
 * says first what may be gone. Call it until there is no next step.
 *
 * Readings go 90 days after they were recorded and were true; of hourly points that are two years old the last of each
 * UTC day stays, which is what a bucket of a day shows; the days that readings are compared with stay as long as an hour
 * can still be given its point. A drop that is still to be brought up to date keeps the readings for that; one that
 * somebody has is left for the next time. Several at once share the work; killed on the way it goes on the next time.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function applyRetention(db: Database, options: RetentionOptions): Promise<RetentionReport> {
  const { afterDropId = '', dropsMax = DROPS_A_STEP, rowsMax = ROWS_A_STEP } = options;
  return db.transaction(async (sql) => {
    const horizons = await horizonsAt(sql, options.nowMs);
    await noteKeptFrom(sql, 'readings', horizons.readingsMs);
    await noteKeptFrom(sql, 'points', horizons.pointsMs);
    await noteKeptFrom(sql, 'signal_days', horizons.signalDaysMs);
    // Locked, so that no import sets their hours back at the same time.
    const ids = await new DropRepository(sql).lockNext(afterDropId, dropsMax);
    const readings = await deleteReadings(sql, await oldReadings(sql, ids, horizons), horizons.readingsMs, rowsMax);
    const points = await deletePoints(sql, ids, horizons.pointsMs, rowsMax);
    const signalDays = await deleteSignalDays(sql, ids, dayOf(horizons.signalDaysMs), rowsMax);
    const isMoreOfThese = Math.max(readings, points, signalDays) >= rowsMax;
    const isLast = ids.length < dropsMax;
    const nextAfter = isMoreOfThese ? afterDropId : isLast ? null : (ids.at(-1) ?? null);
    return { readings, points, signalDays, nextAfter };
  });
}

async function horizonsAt(sql: Sql, atMs: number): Promise<Horizons> {
  const [row] = await sql.query<{ ms: number }>(
    'SELECT least($1::float8, (extract(epoch FROM clock_timestamp()) * 1000)::float8) AS ms',
    [atMs],
  );
  const nowMs = row?.ms ?? atMs;
  const pointsMs = startOfDay(nowMs - POINTS_KEPT_MS);
  return {
    nowMs,
    readingsMs: startOfDay(nowMs - READINGS_KEPT_MS),
    pointsMs,
    signalDaysMs: pointsMs - BASELINE_DAYS_MAX * DAY_MS,
  };
}

const startOfDay = (atMs: number): number => dayOf(atMs) * DAY_MS;

/** Up to where the readings of drops may go. One that comes back from the archive begins anew and needs none. */
function oldReadings(sql: Sql, ids: readonly string[], { nowMs, readingsMs }: Horizons): Promise<OldReadings[]> {
  return sql.query<OldReadings>(
    `SELECT d.id AS "dropId", least($2::float8, CASE WHEN d.archived_at IS NULL THEN
              greatest((extract(epoch FROM due.pointed_until) * 1000)::float8, $3::float8) - $4::float8
            END) AS "beforeMs"
     FROM drops AS d LEFT JOIN drop_dues AS due ON due.drop_id = d.id WHERE d.id = ANY ($1) ORDER BY d.id`,
    [ids, readingsMs, nowMs - POINTS_KEPT_MS, LOOK_BACK_MS],
  );
}
