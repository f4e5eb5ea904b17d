import type { Revision } from '@droptrack/catalogue';
import type { ClockReading } from './clock-skew';
import type { LogPosition } from './position';

/** Confirmation of the log, as a reader gets it. */
export interface FollowedUpTo {
  readonly seq: number;
  /** Nothing more will be recorded at or before this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
  /**
   * `asOfMs` minus the database's clock, milliseconds. Above some milliseconds the clock was set back, and revisions are
   * stamped after `asOfMs` until it has caught up.
   */
  readonly logAheadMs: number;
  /** Reading of the database's clock; `askedMs` and `answeredMs` are of the monotonic clock. */
  readonly clock: ClockReading;
}

export interface LogFollowerOptions {
  readonly url: string;
  /** The last revision that the reader has; the start of the log when not given. */
  readonly after?: LogPosition;
  /** Gets every later revision once, in order. When it throws, the same are given again later: take all or none. */
  readonly onRevisions: (revisions: readonly Revision[]) => void;
  /** Called after the revisions up to `seq` were given. */
  readonly onConfirmed: (upTo: FollowedUpTo) => void;
  /** Some API key was issued, changed or withdrawn since the last call, or may have been: so at the first look. */
  readonly onKeysChanged: () => void;
  /** Following is interrupted and resumes by itself; with a {@link LogGapError} it cannot. */
  readonly onTrouble?: (error: unknown) => void;
  /**
   * The database answers and the keys were looked at, but another session keeps the log locked, so that it cannot be
   * confirmed. Called about twice a second for as long.
   */
  readonly onLocked?: (error: unknown) => void;
  /** Longest time between two looks at the log; 500 ms when not given. */
  readonly pollMs?: number;
  /** Shortest time between two looks: what comes within it is one batch; 100 ms when not given. */
  readonly gatherMs?: number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs?: () => number;
}
