import { instant } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { dayOf, LOOK_BACK_MS, PAST_DAYS_MAX, READ_SIGNALS } from '../readings/look-back';
import { POINTS_KEPT_MS } from '../recompute/make-points';
import { raiseKeptFrom } from './kept-from';

const DAY_MS = 86_400_000;
/** Retention of readings after both their observation and their recording. */
const READINGS_KEPT_MS = 90 * DAY_MS;
/** Drops per transaction. */
const DROPS_PER_STEP = 100;
/** Rows of each table per transaction. */
const ROWS_PER_STEP = 10_000;

export interface RetentionOptions {
  /** Milliseconds since the epoch, limited to the database's clock: a deletion is final. */
  readonly nowMs: number;
  /** `nextAfter` of the step before; starts with the first drop when not given. */
  readonly afterDropId?: string;
  /** 100 when not given. */
  readonly dropsMax?: number;
  /** 10 000 when not given. */
  readonly rowsMax?: number;
}

/** Rows deleted by one step. */
interface RetentionReport {
  readonly readings: number;
  readonly points: number;
  readonly signalDays: number;
  /** Start of the next step; null when all drops were processed. */
  readonly nextAfter: string | null;
}

/** Instants from which everything is kept, milliseconds since the epoch; each the start of a UTC day. */
interface Horizons {
  readonly nowMs: number;
  readonly readingsMs: number;
  readonly pointsMs: number;
  readonly signalDaysMs: number;
}

/**
 * Deletes expired rows in steps: a bounded number of rows of the next drops, in one transaction that first records from
 * when on rows are complete. Call it until there is no next step.
 *
 * Readings expire 90 days after they were observed and recorded. Of points older than two years, the last of each UTC day
 * stays, which is the one that a bucket of a day uses. Daily values stay as long as an hour can still get its point. A drop
 * whose recompute is behind keeps the readings that it needs. Locked drops are skipped until the next day; concurrent calls
 * share the work, and a killed one is continued by the next.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function applyRetention(db: Database, options: RetentionOptions): Promise<RetentionReport> {
  const { afterDropId = '', dropsMax = DROPS_PER_STEP, rowsMax = ROWS_PER_STEP } = options;
  return db.transaction(async (sql) => {
    const horizons = await horizonsAt(sql, options.nowMs);
    await raiseKeptFrom(sql, 'readings', horizons.readingsMs);
    await raiseKeptFrom(sql, 'points', horizons.pointsMs);
    await raiseKeptFrom(sql, 'signal_days', horizons.signalDaysMs);
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
    signalDaysMs: pointsMs - PAST_DAYS_MAX * DAY_MS,
  };
}

const startOfDay = (atMs: number): number => dayOf(atMs) * DAY_MS;

/** Expiry of the readings of each drop. A drop that is restored from the archive starts without them. */
function oldReadings(sql: Sql, ids: readonly string[], { nowMs, readingsMs }: Horizons): Promise<OldReadings[]> {
  return sql.query<OldReadings>(
    `SELECT d.id AS "dropId", least($2::float8, CASE WHEN d.archived_at IS NULL THEN
              greatest((extract(epoch FROM due.pointed_until) * 1000)::float8, $3::float8) - $4::float8
            END) AS "beforeMs"
     FROM drops AS d LEFT JOIN drop_dues AS due ON due.drop_id = d.id WHERE d.id = ANY ($1) ORDER BY d.id`,
    [ids, readingsMs, nowMs - POINTS_KEPT_MS, LOOK_BACK_MS],
  );
}

/** Readings of a drop observed before an instant, in milliseconds since the epoch. */
interface OldReadings {
  readonly dropId: string;
  readonly beforeMs: number;
}

const SIGNALS = READ_SIGNALS.map(({ id }) => id);

/**
 * Deletes readings observed before an instant, unless they were recorded later.
 *
 * @returns number of rows, `rowsMax` at most.
 */
function deleteReadings(
  sql: Sql,
  old: readonly OldReadings[],
  recordedBeforeMs: number,
  rowsMax: number,
): Promise<number> {
  return deleteFrom(
    sql,
    'readings',
    `SELECT r.ctid FROM unnest($2::text[], $3::float8[]) AS d (id, before_ms) CROSS JOIN unnest($4::text[]) AS s (id)
     CROSS JOIN LATERAL (
       SELECT ctid FROM readings
       WHERE drop_id = d.id AND signal = s.id AND observed_at < to_timestamp(d.before_ms / 1000)
         AND recorded_at < ${instant('$5')}
       LIMIT $1
     ) AS r`,
    rowsMax,
    [old.map(({ dropId }) => dropId), old.map(({ beforeMs }) => beforeMs), SIGNALS, recordedBeforeMs],
  );
}

/**
 * Deletes points of days that ended at or before an instant, except the last of each day. An hour belongs to the day in
 * which it ends, as in the buckets of a series.
 *
 * @returns number of rows, `rowsMax` at most.
 */
function deletePoints(sql: Sql, ids: readonly string[], untilMs: number, rowsMax: number): Promise<number> {
  return deleteFrom(
    sql,
    'points',
    `SELECT p.ctid FROM unnest($2::text[]) AS d (id) CROSS JOIN LATERAL (
       SELECT ctid, ${dayOfHour('hour')} AS day, lead(${dayOfHour('hour')}) OVER (ORDER BY hour) AS next_day
       FROM points WHERE drop_id = d.id AND hour <= ${instant('$3')}
     ) AS p
     WHERE p.day = p.next_day`,
    rowsMax,
    [ids, untilMs],
  );
}

const dayOfHour = (hour: string) => `ceil(extract(epoch FROM ${hour}) / 86400)`;

/**
 * Deletes daily values before a day, counted from the epoch.
 *
 * @returns number of rows, `rowsMax` at most.
 */
function deleteSignalDays(sql: Sql, ids: readonly string[], beforeDay: number, rowsMax: number): Promise<number> {
  return deleteFrom(
    sql,
    'signal_days',
    `SELECT v.ctid FROM unnest($2::text[]) AS d (id) CROSS JOIN unnest($3::text[]) AS s (id) CROSS JOIN LATERAL (
       SELECT ctid FROM signal_days
       WHERE drop_id = d.id AND signal = s.id AND day < date '1970-01-01' + $4::integer LIMIT $1
     ) AS v`,
    rowsMax,
    [ids, SIGNALS, beforeDay],
  );
}

/** Deletes rows by their ctid, which is stable because the lock of the drop prevents concurrent changes. */
async function deleteFrom(
  sql: Sql,
  table: 'readings' | 'points' | 'signal_days',
  select: string,
  rowsMax: number,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await sql.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${select} LIMIT $1)) RETURNING 1
     )
     SELECT count(*)::int AS deleted FROM deleted`,
    [rowsMax, ...values],
  );
  return row?.deleted ?? 0;
}
