import type { Sql } from '../database/database';
import { READ_SIGNALS } from '../readings/look-back';

/** Readings of a drop observed before an instant, in milliseconds since the epoch. */
export interface OldReadings {
  readonly dropId: string;
  readonly beforeMs: number;
}

const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;
const SIGNALS = READ_SIGNALS.map(({ id }) => id);

/**
 * Deletes readings observed before an instant, unless they were recorded later.
 *
 * @returns number of rows, `rowsMax` at most.
 */
export function deleteReadings(
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
export function deletePoints(sql: Sql, ids: readonly string[], untilMs: number, rowsMax: number): Promise<number> {
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
export function deleteSignalDays(
  sql: Sql,
  ids: readonly string[],
  beforeDay: number,
  rowsMax: number,
): Promise<number> {
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
