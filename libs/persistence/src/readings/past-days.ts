import type { Ruleset, SignalId } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { numbersOf } from '../database/plain-array';
import { dayOf, pastDays, READ_SIGNALS } from './look-back';

/**
 * Daily values before a UTC day, by drop and signal: latest first, null for a day without one. A signal without any is
 * absent.
 */
export type PastDays = ReadonlyMap<string, ReadonlyMap<SignalId, readonly (number | null)[]>>;

/**
 * Reads the daily values that signals of drops need at any instant of a UTC day.
 *
 * @param atMs - any instant of the day, milliseconds since the epoch.
 * @param ruleset - determines the number of days.
 */
export async function readPastDays(
  sql: Sql,
  dropIds: readonly string[],
  atMs: number,
  ruleset: Ruleset,
): Promise<PastDays> {
  const days = new Map(READ_SIGNALS.map(({ id }) => [id, pastDays(ruleset, id)]));
  const rows = await sql.query<PastRow>(PAST_DAYS, [dropIds, [...days.keys()], [...days.values()], dayOf(atMs)]);
  const past = new Map<string, Map<SignalId, (number | null)[]>>();
  for (const { drop_id, signal, ages, day_values } of rows) {
    const ofDrop = past.get(drop_id) ?? new Map<SignalId, (number | null)[]>();
    ofDrop.set(signal, byAge(days.get(signal) ?? 0, numbersOf(ages), numbersOf(day_values)));
    past.set(drop_id, ofDrop);
  }
  return past;
}

/** Values of as many days, latest first; null for a day without one. Ages are in days, from 1. */
function byAge(days: number, ages: readonly string[], values: readonly string[]): (number | null)[] {
  const past = new Array<number | null>(days).fill(null);
  for (let index = 0; index < values.length; index += 1) past[Number(ages[index]) - 1] = Number(values[index]);
  return past;
}

interface PastRow {
  readonly drop_id: string;
  readonly signal: SignalId;
  /** Ages of the days with a value, and the values, in the same order: array literals, which the driver parses slowly. */
  readonly ages: string;
  readonly day_values: string;
}

const PAST_DAYS = `
  SELECT d.id AS drop_id, s.id AS signal, past.ages, past.day_values
  FROM unnest($1::text[]) AS d (id)
  CROSS JOIN unnest($2::text[], $3::integer[]) AS s (id, days)
  CROSS JOIN LATERAL (
    SELECT array_agg(date '1970-01-01' + $4::integer - day)::text AS ages, array_agg(value)::text AS day_values
    FROM signal_days
    WHERE drop_id = d.id AND signal = s.id
      AND day >= date '1970-01-01' + $4::integer - s.days AND day < date '1970-01-01' + $4::integer
    HAVING count(*) > 0
  ) AS past`;
