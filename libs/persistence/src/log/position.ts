/**
 * Position of a reader in the log: the last revision that it has.
 *
 * Two copies of a database can give one number to different revisions, as after a restore or the promotion of a lagging
 * replica. No two histories record a revision at the same microsecond, so the instant distinguishes them.
 */
export interface LogPosition {
  /** Number of the revision; 0 before the first. */
  readonly seq: number;
  /** Microseconds since the epoch at which it was recorded; 0 before the first. */
  readonly recordedAtUs: number;
}

/** The position before the first revision. */
export const LOG_START: LogPosition = { seq: 0, recordedAtUs: 0 };

/** Microseconds since the epoch, exact in a double until the year 2255. */
export const RECORDED_AT_US = '(extract(epoch FROM recorded_at) * 1000000)::float8';

/** A position as the driver returns it. */
export interface PositionRow {
  readonly seq: string;
  readonly recorded_at_us: number;
}

/** The position of a row. */
export function positionOf({ seq, recorded_at_us }: PositionRow): LogPosition {
  return { seq: Number(seq), recordedAtUs: recorded_at_us };
}
