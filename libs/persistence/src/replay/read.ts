import type { DefinitionBody, DropDefinition } from '@droptrack/catalogue';
import type { HypeSignalId, HypeSignalPoint } from '@droptrack/contracts';
import type { SignalId } from '@droptrack/scoring';
import { epochMs, instant } from '../clock/instants';
import type { Sql } from '../database/database';
import { READ_SIGNALS } from '../readings/look-back';
import type { RecordedReading } from './known-readings';

/** Rows per FETCH. */
const BATCH = 2_000;

/** Microseconds distinguish instants of recording; a double is exact until the year 2255. */
const US = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::float8`;

/** Hours, both inclusive, milliseconds since the epoch. */
export interface HourSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A stored point with the instant of its recording. */
export interface RecordedPoint {
  readonly hourMs: number;
  /** Microseconds since the epoch. */
  readonly recordedUs: number;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  readonly ruleset: string;
  /** Null or malformed only after tampering. */
  readonly signals: Partial<Record<HypeSignalId, HypeSignalPoint>> | null;
}

/** Hours of the first and the last point of a drop within a span, and the number of points; null without any. */
export async function readPointSpan(
  sql: Sql,
  dropId: string,
  { fromMs, untilMs }: HourSpan,
): Promise<(HourSpan & { readonly points: number }) | null> {
  const [row] = await sql.query<{ from_ms: number | null; until_ms: number | null; points: number }>(
    `SELECT ${epochMs('min(hour)')} AS from_ms, ${epochMs('max(hour)')} AS until_ms, count(*)::int AS points FROM points
     WHERE drop_id = $1 AND hour BETWEEN ${instant('$2')} AND ${instant('$3')}`,
    [dropId, fromMs, untilMs],
  );
  if (row === undefined || row.from_ms === null || row.until_ms === null) return null;
  return { fromMs: row.from_ms, untilMs: row.until_ms, points: row.points };
}

/** Points of a drop within a span, in the order in which they were recorded. */
export function readRecordedPoints(sql: Sql, dropId: string, { fromMs, untilMs }: HourSpan): Promise<RecordedPoint[]> {
  return sql.query<RecordedPoint>(
    `SELECT ${epochMs('hour')} AS "hourMs", ${US('recorded_at')} AS "recordedUs", score, confidence, prior, ruleset, signals
     FROM points WHERE drop_id = $1 AND hour BETWEEN ${instant('$2')} AND ${instant('$3')}
     ORDER BY recorded_at, hour`,
    [dropId, fromMs, untilMs],
  );
}

/** A reading with the instant of its recording, in microseconds since the epoch. */
type ReadingRow = RecordedReading & { readonly recordedUs: number };

/**
 * Readings of a drop observed within a span, in batches and in the order in which they were recorded.
 *
 * @param recordedUs - latest instant of recording, microseconds since the epoch.
 */
export async function* readRecordedReadings(
  sql: Sql,
  dropId: string,
  { fromMs, untilMs }: HourSpan,
  recordedUs: number,
): AsyncGenerator<readonly ReadingRow[]> {
  await sql.query(
    `DECLARE replayed_readings NO SCROLL CURSOR FOR
     SELECT signal, value, ${epochMs('observed_at')} AS "observedAtMs", ${US('recorded_at')} AS "recordedUs"
     FROM readings WHERE drop_id = $1 AND signal = ANY ($2)
       AND observed_at BETWEEN ${instant('$3')} AND ${instant('$4')}
       AND recorded_at <= timestamptz 'epoch' + $5::bigint * interval '1 microsecond'
     ORDER BY recorded_at, observed_at`,
    [dropId, READ_SIGNALS.map(({ id }): SignalId => id), fromMs, untilMs, recordedUs],
  );
  for (;;) {
    const rows = await sql.query<ReadingRow>(`FETCH ${BATCH} FROM replayed_readings`);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql.query('CLOSE replayed_readings');
}

/** Definition of a drop from an instant on, in microseconds since the epoch; null from its archiving on. */
export interface DatedDefinition {
  readonly recordedUs: number;
  readonly definition: DropDefinition | null;
}

/** All definitions of a drop, in order. */
export async function readDefinitions(sql: Sql, dropId: string): Promise<DatedDefinition[]> {
  const rows = await sql.query<{ recordedUs: number; body: DefinitionBody | null }>(
    `SELECT ${US('recorded_at')} AS "recordedUs", body FROM revisions
     WHERE entity = 'definition' AND id = $1 ORDER BY seq`,
    [dropId],
  );
  return rows.map(({ recordedUs, body }) => ({ recordedUs, definition: body?.definition ?? null }));
}
