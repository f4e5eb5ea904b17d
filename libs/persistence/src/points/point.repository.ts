import type { HypeSignalId, HypeSignalPoint, HypeSignalStatus } from '@droptrack/contracts';
import type { SignalId } from '@droptrack/scoring';
import type { Sql } from '../database/database';

/** One point of a drop's series, as it is stored. */
export interface StoredPoint {
  /** The full hour it was computed for, milliseconds since the epoch. */
  readonly hourMs: number;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  /** Version of the ruleset that computed it. */
  readonly ruleset: string;
  /** Signals that had a reading, in no order. */
  readonly signals: Readonly<Partial<Record<HypeSignalId, StoredSignal>>>;
}

/** Signal of a stored point. Points from before ruleset 2026.3 have no member `mean`. */
export type StoredSignal = Omit<HypeSignalPoint, 'mean'> & Partial<Pick<HypeSignalPoint, 'mean'>>;

/** A point that is not stored yet, as a row. */
export interface NewPoint {
  readonly drop_id: string;
  readonly hour: string;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  readonly ruleset: string;
  readonly signals: Partial<Record<SignalId, HypeSignalPoint>>;
}

/** Part of the series of several drops. */
type ScoresQuery = Omit<PointsQuery, 'dropId'> & { readonly dropIds: readonly string[] };

/** Scores of a part of a series. */
export interface BucketScores {
  readonly dropId: string;
  /** One per bucket, ascending; null in a bucket without a point, and for a point that rests on no reading. */
  readonly scores: readonly (number | null)[];
  /**
   * Millisecond since the epoch from whose end on the scores never change, as each bucket has the point of its end; null while a bucket
   * can still gain a later point.
   */
  readonly completedMs: number | null;
}

/** Part of a series. Buckets begin at the epoch, so those of 1, 6 and 24 hours end on UTC boundaries. */
interface PointsQuery {
  readonly dropId: string;
  /** End of the bucket before the first, milliseconds since the epoch: a multiple of the bucket's length. */
  readonly afterMs: number;
  /** End of the last bucket, inclusive: a multiple of the bucket's length as well. */
  readonly untilMs: number;
  readonly bucketHours: number;
  /** Points recorded after the end of this millisecond are excluded. */
  readonly recordedByMs: number;
}

/** A score with the instant that was scored. */
export interface StoredScore {
  /** Milliseconds since the epoch. */
  readonly scoredAtMs: number;
  readonly score: number;
  /** Null without a measured score then or 7 days before. */
  readonly delta7d: number | null;
  /** From -100 to 100; null without momentum, and by rulesets that do not publish it. */
  readonly momentum: number | null;
  readonly confidence: number;
  readonly ruleset: string;
  readonly signals: Readonly<Partial<Record<HypeSignalId, StoredSignalState>>>;
}

/** State of a signal; `observed_at` is RFC 3339 UTC, null without a reading. */
export interface StoredSignalState {
  readonly status: HypeSignalStatus;
  readonly observed_at: string | null;
}

/** A score that is not stored yet, as a row. */
export interface NewScore {
  readonly drop_id: string;
  readonly score: number;
  readonly delta_7d: number | null;
  readonly momentum: number | null;
  readonly confidence: number;
  readonly ruleset: string;
  readonly signals: Readonly<Partial<Record<SignalId, StoredSignalState>>>;
}

/** Part of a point that a later score is compared with. */
type LastPoint = Pick<StoredPoint, 'score' | 'signals' | 'hourMs'>;

type ScoreRow = Omit<StoredScore, 'scoredAtMs' | 'delta7d'> & { scored_at_ms: string; delta_7d: number | null };

const HOUR_MS = 3_600_000;

/** Points of hours, and the current scores between them. A point is written once. */
export class PointRepository {
  constructor(private readonly sql: Sql) {}

  /** Last point of each bucket that has one, ascending. */
  async readSeries({ dropId, afterMs, untilMs, bucketHours, recordedByMs }: PointsQuery): Promise<StoredPoint[]> {
    const values = [dropId, afterMs, untilMs, bucketHours * HOUR_MS, recordedByMs];
    const rows = await this.sql.query<Omit<StoredPoint, 'hourMs'> & { hour_ms: string }>(LAST_OF_EACH_BUCKET, values);
    return rows.map(({ hour_ms, ...point }) => ({ hourMs: Number(hour_ms), ...point }));
  }

  /** Scores of {@link readSeries} of several drops, without their signals, in no order: one per drop, also of one without points. */
  async readScores({ dropIds, afterMs, untilMs, bucketHours, recordedByMs }: ScoresQuery): Promise<BucketScores[]> {
    const values = [dropIds, afterMs, untilMs, bucketHours * HOUR_MS, recordedByMs];
    return this.sql.query<BucketScores>(SCORES_OF_EACH_BUCKET, values);
  }

  /**
   * Score of a drop at the end of a millisecond; null when it had none yet.
   *
   * Only for instants of the last hour: {@link deleteOldScores} deletes older rows.
   */
  async readScoreAt(dropId: string, recordedByMs: number): Promise<StoredScore | null> {
    const [row] = await this.sql.query<ScoreRow>(
      `SELECT floor(extract(epoch FROM scored_at) * 1000)::bigint AS scored_at_ms, score, delta_7d, momentum, confidence,
              ruleset, signals
       FROM scores WHERE drop_id = $1 AND recorded_at < ${instant('$2::bigint + 1')}
       ORDER BY recorded_at DESC LIMIT 1`,
      [dropId, recordedByMs],
    );
    if (row === undefined) return null;
    const { scored_at_ms, delta_7d, ...score } = row;
    return { scoredAtMs: Number(scored_at_ms), delta7d: delta_7d, ...score };
  }

  /** Hours of drops that have a point, both bounds inclusive, as `<drop>/<milliseconds since the epoch>`. */
  async readHours(dropIds: readonly string[], fromMs: number, untilMs: number): Promise<Set<string>> {
    const rows = await this.sql.query<{ key: string }>(
      `SELECT drop_id || '/' || (extract(epoch FROM hour) * 1000)::bigint AS key FROM points
       WHERE drop_id = ANY ($1) AND hour BETWEEN to_timestamp($2::float8 / 1000) AND to_timestamp($3::float8 / 1000)`,
      [dropIds, fromMs, untilMs],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Last point of each drop at or before an instant, by drop. */
  async readLast(dropIds: readonly string[], atMs: number): Promise<Map<string, LastPoint>> {
    const rows = await this.sql.query<LastPoint & { id: string }>(
      `SELECT d.id, past.* FROM unnest($1::text[]) AS d (id) CROSS JOIN LATERAL (
         SELECT score, signals, (extract(epoch FROM hour) * 1000)::float8 AS "hourMs" FROM points
         WHERE drop_id = d.id AND hour <= to_timestamp($2::float8 / 1000)
         ORDER BY hour DESC LIMIT 1
       ) AS past`,
      [dropIds, atMs],
    );
    return new Map(rows.map(({ id, ...point }) => [id, point]));
  }

  /**
   * Stores points while the caller holds the lock of the log, so that a confirmed instant gains no point afterwards. An
   * hour that has a point keeps it.
   *
   * @returns number of new points.
   * @throws {DatabaseRejectedError} 23514, for an hour that has not ended by the database's clock; nothing is stored then.
   */
  async store(points: readonly NewPoint[]): Promise<number> {
    if (points.length === 0) return 0;
    const rows = await this.sql.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
       SELECT drop_id, hour, score, confidence, prior, ruleset, signals, (SELECT record_instant())
       FROM json_to_recordset($1::json) AS p (drop_id text, hour timestamptz, score smallint,
         confidence float8, prior float8, ruleset text, signals json)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [JSON.stringify(points)],
    );
    return rows.length;
  }

  /** Deletes points of future hours, which a fast clock created before the database rejected them. */
  async deleteFuture(dropIds: readonly string[]): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query('DELETE FROM points WHERE drop_id = ANY ($1) AND hour > clock_timestamp()', [dropIds]);
  }

  /**
   * Stores the scores of an instant while the caller holds the lock of the log. While a clock that was set back catches
   * up, `record_instant()` stands still: the later score then replaces the earlier one, which no reader has seen.
   */
  async storeScores(scores: readonly NewScore[], atMs: number): Promise<void> {
    await this.sql.query(
      `INSERT INTO scores (drop_id, recorded_at, scored_at, score, delta_7d, momentum, confidence, ruleset, signals)
       SELECT drop_id, (SELECT record_instant()), to_timestamp($2::float8 / 1000), score, delta_7d, momentum, confidence,
              ruleset, signals
       FROM json_to_recordset($1::json) AS s (drop_id text, score smallint, delta_7d smallint, momentum smallint,
         confidence float8, ruleset text, signals json)
       ON CONFLICT (drop_id, recorded_at) DO UPDATE SET scored_at = excluded.scored_at, score = excluded.score,
         delta_7d = excluded.delta_7d, momentum = excluded.momentum, confidence = excluded.confidence,
         ruleset = excluded.ruleset, signals = excluded.signals`,
      [JSON.stringify(scores), atMs],
    );
  }

  /** Deletes scores that were replaced over an hour ago: no view is delayed that long. */
  async deleteOldScores(dropIds: readonly string[]): Promise<void> {
    await this.sql.query(
      `DELETE FROM scores AS old USING unnest($1::text[]) AS d (id)
       WHERE old.drop_id = d.id AND old.recorded_at < (
         SELECT max(recorded_at) FROM scores WHERE drop_id = d.id AND recorded_at < (SELECT record_instant()) - interval '1 hour'
       )`,
      [dropIds],
    );
  }
}

/** Timestamp of a number of milliseconds, computed without a double. */
const instant = (milliseconds: string) => `to_timestamp(0) + (${milliseconds}) * interval '1 millisecond'`;

/** Last point in a bucket: one index lookup, as points of other hours are not read. */
const lastOfBucket = (dropId: string) => `
    SELECT * FROM points
    WHERE drop_id = ${dropId} AND hour > ${instant('bucket.end_ms - $4::bigint')} AND hour <= ${instant('bucket.end_ms')}
      AND recorded_at < ${instant('$5::bigint + 1')}
    ORDER BY hour DESC LIMIT 1`;

const BUCKETS = 'generate_series($2::bigint + $4::bigint, $3::bigint, $4::bigint) AS bucket (end_ms)';

const LAST_OF_EACH_BUCKET = `
  SELECT (extract(epoch FROM p.hour) * 1000)::bigint AS hour_ms, p.score, p.confidence, p.prior, p.ruleset, p.signals
  FROM ${BUCKETS} CROSS JOIN LATERAL (${lastOfBucket('$1')}) AS p
  ORDER BY bucket.end_ms`;

/** `isPointMeasured` of libs/contracts: the signals of all points would be a hundred times as large as their scores. */
const IS_MEASURED = `EXISTS (
    SELECT FROM json_each(p.signals) AS signal
    WHERE signal.key <> 'calendar_proximity' AND (signal.value ->> 'weight')::float8 > 0
  )`;

const SCORES_OF_EACH_BUCKET = `
  SELECT d.id AS "dropId", array_agg(CASE WHEN ${IS_MEASURED} THEN p.score END ORDER BY bucket.end_ms) AS scores,
         CASE WHEN bool_and(coalesce(p.hour = ${instant('bucket.end_ms')}, false))
              THEN floor(extract(epoch FROM max(p.recorded_at)) * 1000)::float8 END AS "completedMs"
  FROM unnest($1::text[]) AS d (id) CROSS JOIN ${BUCKETS} LEFT JOIN LATERAL (${lastOfBucket('d.id')}) AS p ON true
  GROUP BY d.id`;
