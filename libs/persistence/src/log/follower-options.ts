import type { Revision } from '@droptrack/catalogue';
import type { AccessWatchOptions } from './access-watch';
import type { ClockReading } from './clock-skew';
import type { LogPosition } from './position';

/** Confirmation of the log, as readers receive it. */
export interface FollowedPosition {
  readonly seq: number;
  /** No revision will be recorded at or before this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
  /**
   * `asOfMs` minus the database's clock, milliseconds. Above some milliseconds the clock was set back, and revisions are
   * stamped after `asOfMs` until it has caught up.
   */
  readonly logAheadMs: number;
  /** Reading of the database's clock; `requestedMs` and `receivedMs` are of the monotonic clock. */
  readonly clock: ClockReading;
}

export interface LogFollowerOptions extends AccessWatchOptions {
  readonly url: string;
  /**
   * True for a streaming replica, which can neither confirm nor notify: it is polled, and read up to the last confirmation
   * that has arrived; false when not given.
   */
  readonly isReplica?: boolean;
  /** Last revision that the reader has; the start of the log when not given. */
  readonly after?: LogPosition;
  /** Receives every later revision once, in order. When it throws, the same batch is delivered again, so it must apply all or none. */
  readonly onRevisions: (revisions: readonly Revision[]) => void;
  /** Called after the revisions up to `seq` were delivered. */
  readonly onConfirmed: (upTo: FollowedPosition) => void;
  /** Called when events were published. Notifications may be lost, so callers must poll as well. */
  readonly onEventsPublished?: () => void;
  /** Called when following is interrupted. It resumes by itself, except after a {@link LogGapError}. */
  readonly onInterrupted?: (error: unknown) => void;
  /**
   * Called about twice a second while another session holds the lock of the log, so that it cannot be confirmed; keys are
   * read nevertheless.
   */
  readonly onLocked?: (error: unknown) => void;
  /** Maximum time between two polls of the log; 500 ms when not given, 100 ms for a replica. */
  readonly pollMs?: number;
  /** Minimum time between two polls, whose revisions form one batch; 100 ms when not given. */
  readonly batchMs?: number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs?: () => number;
}
