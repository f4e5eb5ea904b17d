import type { Database, Sql } from '../database/database';
import type { StoredPoint } from '../points/point.repository';
import { exportRows, streamRows, type TakeRows } from './export-rows';

/** Hours to export; all instants in milliseconds since the epoch. */
interface PointsExport {
  readonly dropId: string;
  /** Inclusive; null: from the first stored hour. */
  readonly fromMs: number | null;
  /** Inclusive; null: up to the last. */
  readonly toMs: number | null;
  /** Exclusive; null: no such bound. */
  readonly afterMs: number | null;
  /** Points recorded after the end of this millisecond are excluded. */
  readonly recordedByMs: number;
  readonly signal: AbortSignal;
}

/** A point with the instant of its recording. */
export type ExportedPoint = StoredPoint & {
  /** Milliseconds since the epoch. */
  readonly recordedAtMs: number;
};

/** A point of any drop. */
export type ExportedDropPoint = ExportedPoint & { readonly dropId: string };

/** A point has some 2 KB and takes some 50 µs to read and write, so a batch blocks for a few milliseconds. */
const BATCH_ROWS = 40;
/** For a program that serves no requests beside it. */
const ALL_POINTS_BATCH_ROWS = 500;

const instant = (parameter: string) => `to_timestamp(0) + (${parameter}::bigint) * interval '1 millisecond'`;

/** Select list of a {@link PointRow}. */
const POINT_COLUMNS = `(extract(epoch FROM hour) * 1000)::bigint AS hour_ms,
  floor(extract(epoch FROM recorded_at) * 1000)::bigint AS recorded_at_ms, score, confidence, prior, ruleset, signals`;

const POINTS = `
  SELECT ${POINT_COLUMNS}
  FROM points
  WHERE drop_id = $1 AND ($2::bigint IS NULL OR hour >= ${instant('$2')}) AND ($3::bigint IS NULL OR hour <= ${instant('$3')})
    AND ($4::bigint IS NULL OR hour > ${instant('$4')}) AND recorded_at < ${instant('$5::bigint + 1')}
  ORDER BY hour`;

type PointRow = Omit<StoredPoint, 'hourMs'> & { readonly hour_ms: string; readonly recorded_at_ms: string };

/**
 * Streams the points of a drop, by hour.
 *
 * @throws as {@link exportRows}.
 */
export function exportPoints(
  db: Database,
  { dropId, fromMs, toMs, afterMs, recordedByMs, signal }: PointsExport,
  take: TakeRows<ExportedPoint>,
): Promise<void> {
  const query = { text: POINTS, values: [dropId, fromMs, toMs, afterMs, recordedByMs], batchRows: BATCH_ROWS };
  return exportRows<PointRow>(db, query, (rows) => take(rows.map(pointOf)), signal);
}

/** Streams the points of all drops within a transaction, by drop and hour. */
export function streamAllPoints(sql: Sql, take: TakeRows<ExportedDropPoint>): Promise<void> {
  const text = `SELECT drop_id, ${POINT_COLUMNS} FROM points ORDER BY drop_id, hour`;
  return streamRows<PointRow & { readonly drop_id: string }>(
    sql,
    { text, values: [], batchRows: ALL_POINTS_BATCH_ROWS },
    (rows) => take(rows.map(({ drop_id: dropId, ...row }) => ({ dropId, ...pointOf(row) }))),
  );
}

const pointOf = ({ hour_ms, recorded_at_ms, ...point }: PointRow): ExportedPoint => ({
  hourMs: Number(hour_ms),
  recordedAtMs: Number(recorded_at_ms),
  ...point,
});
