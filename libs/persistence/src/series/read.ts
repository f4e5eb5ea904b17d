import type { HypeSignalId, HypeSignalPoint, HypeSignalStatus } from '@droptrack/contracts';
import type { Sql } from '../database/database';

/** One point of a drop's series, as it was written. */
export interface StoredPoint {
  /** The full hour it was computed for, milliseconds since the epoch. */
  readonly hourMs: number;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  /** Version of the rules that made it. */
  readonly ruleset: string;
  /** Only signals that had a reading, in no order. */
  readonly signals: Readonly<Partial<Record<HypeSignalId, HypeSignalPoint>>>;
}

/** Which points are read. Buckets begin at the epoch, so those of 1, 6 and 24 hours end on UTC boundaries. */
export interface PointsQuery {
  readonly dropId: string;
  /** End of the bucket before the first, milliseconds since the epoch: a multiple of the bucket's length. */
  readonly afterMs: number;
  /** End of the last bucket, inclusive: a multiple of the bucket's length as well. */
  readonly untilMs: number;
  readonly bucketHours: number;
  /** Points recorded after the end of this millisecond are not there yet. */
  readonly recordedByMs: number;
}

/** How a drop's score stood from an instant on. */
export interface StoredScore {
  /** The instant that was scored, milliseconds since the epoch. */
  readonly scoredAtMs: number;
  readonly score: number;
  /** Null where the history is shorter than 7 days. */
  readonly delta7d: number | null;
  readonly confidence: number;
  readonly ruleset: string;
  /** How each signal stood; `observed_at` is RFC 3339 UTC, null without a reading. */
  readonly signals: Readonly<Partial<Record<HypeSignalId, StoredSignalState>>>;
}

export interface StoredSignalState {
  readonly status: HypeSignalStatus;
  readonly observed_at: string | null;
}

const HOUR_MS = 3_600_000;

/** An instant of so many milliseconds, without a double in between. */
const instant = (milliseconds: string) => `to_timestamp(0) + (${milliseconds}) * interval '1 millisecond'`;

/** One step along the primary key for each bucket: hours that are not shown are not read. */
const LAST_OF_EACH_BUCKET = `
  SELECT (extract(epoch FROM p.hour) * 1000)::bigint AS hour_ms, p.score, p.confidence, p.prior, p.ruleset, p.signals
  FROM generate_series($2::bigint + $4::bigint, $3::bigint, $4::bigint) AS bucket (end_ms)
  CROSS JOIN LATERAL (
    SELECT * FROM points
    WHERE drop_id = $1 AND hour > ${instant('bucket.end_ms - $4::bigint')} AND hour <= ${instant('bucket.end_ms')}
      AND recorded_at < ${instant('$5::bigint + 1')}
    ORDER BY hour DESC LIMIT 1
  ) AS p
  ORDER BY bucket.end_ms`;

/** The last point of each bucket that has one, ascending. */
export async function readPoints(sql: Sql, query: PointsQuery): Promise<StoredPoint[]> {
  const { dropId, afterMs, untilMs, bucketHours, recordedByMs } = query;
  const rows = await sql.query<Omit<StoredPoint, 'hourMs'> & { hour_ms: string }>(LAST_OF_EACH_BUCKET, [
    dropId,
    afterMs,
    untilMs,
    bucketHours * HOUR_MS,
    recordedByMs,
  ]);
  return rows.map(({ hour_ms, ...point }) => ({ hourMs: Number(hour_ms), ...point }));
}

type ScoreRow = Omit<StoredScore, 'scoredAtMs' | 'delta7d'> & { scored_at_ms: string; delta_7d: number | null };

/**
 * How a drop's score stood at the end of a millisecond; null when it was not scored by then.
 *
 * Rows that are long outdated are deleted, so it is asked for instants of the last hour.
 */
export async function readScoreAt(sql: Sql, dropId: string, recordedByMs: number): Promise<StoredScore | null> {
  const [row] = await sql.query<ScoreRow>(
    `SELECT floor(extract(epoch FROM scored_at) * 1000)::bigint AS scored_at_ms, score, delta_7d, confidence, ruleset,
            signals
     FROM scores WHERE drop_id = $1 AND recorded_at < ${instant('$2::bigint + 1')}
     ORDER BY recorded_at DESC LIMIT 1`,
    [dropId, recordedByMs],
  );
  if (row === undefined) return null;
  const { scored_at_ms, delta_7d, ...score } = row;
  return { scoredAtMs: Number(scored_at_ms), delta7d: delta_7d, ...score };
}
