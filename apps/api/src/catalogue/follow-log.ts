import {
  type DatabaseClock,
  LogFollower,
  LogGapError,
  type LogPosition,
  type OtherDatabaseError,
} from '@droptrack/persistence';
import { explainReplicaError } from '@droptrack/persistence/faults';
import type { Logger } from 'pino';
import type { Primary } from './primary';
import type { KeyStore } from '../platform/auth/key-store';
import { type LiveCatalogue, LOG_AHEAD_MS_MAX } from './live-catalogue';
import { onceAMinute } from '../platform/logging/once-a-minute';

export interface FollowLogDeps {
  /** Database that is read: a replica if there is a `primary`. */
  readonly url: string;
  /** Primary of a replica; null if the database that is read also writes. */
  readonly primary: Primary | null;
  readonly catalogue: LiveCatalogue;
  readonly clock: Pick<DatabaseClock, 'noted' | 'skewMs'>;
  readonly keys: Pick<KeyStore, 'keysChanged'>;
  readonly feeds: { changed(): void };
  /** Woken when events were published, or the views have changed. */
  readonly streams: { wake(): void };
  readonly logger: Logger;
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Called when the log is no longer the one from which the views were folded, as after a restore of an older copy. */
  readonly onLogLost: (error: LogGapError | OtherDatabaseError) => void;
}

/** Creates the follower that keeps the views current with the log after a position. The caller starts it. */
export function followLog(after: LogPosition, deps: FollowLogDeps): LogFollower {
  const { url, primary, catalogue, clock, keys, feeds, streams, logger, monotonicMs, onLogLost } = deps;
  const reportTrouble = onceAMinute(monotonicMs, (error: unknown) => {
    const err = primary === null ? error : (explainReplicaError(error) ?? error);
    logger.warn({ err }, 'following the log is interrupted');
  });
  const reportLock = onceAMinute(monotonicMs, (err: unknown) =>
    logger.warn(
      { err, unconfirmedSeconds: seconds(catalogue.staleMs()) },
      'another session has locked the log: the views do not change until it releases the lock',
    ),
  );
  const reportStep = stepReport(deps);
  return new LogFollower({
    url,
    isReplica: primary !== null,
    after,
    monotonicMs,
    onRevisions: (revisions) => catalogue.appended(revisions),
    onConfirmed: (confirmation) => {
      // The clock of the primary stamps. That of the host of a replica says nothing about it.
      if (primary === null) clock.noted(confirmation.clock);
      catalogue.confirmed({ ...confirmation, clockSkewMs: primary?.isReachable === false ? 0 : clock.skewMs() });
      streams.wake();
      if (primary === null) reportStep(confirmation.logAheadMs);
    },
    onKeysChanged: () => {
      keys.keysChanged();
      // Keys decide the plan of the feeds of their account, and whether they can be read.
      feeds.changed();
    },
    onFeedsChanged: () => feeds.changed(),
    onEventsPublished: () => streams.wake(),
    onLocked: (error) => {
      catalogue.contacted();
      reportLock(error);
    },
    onInterrupted: (error) => {
      if (!(error instanceof LogGapError)) return reportTrouble(error);
      logger.error({ err: error }, 'the log is not the one that was read before');
      onLogLost(error);
    },
  });
}

/** Creates the function that reports, once a minute at most, a log that is too far ahead of the clock that stamps it. */
export function stepReport({ logger, monotonicMs }: Pick<FollowLogDeps, 'logger' | 'monotonicMs'>) {
  const report = onceAMinute(monotonicMs, (aheadMs: number) =>
    logger.error(
      { logAheadSeconds: seconds(aheadMs) },
      'the log is ahead of the database clock, which was set back: the delayed view does not change until the clock catches up',
    ),
  );
  return (aheadMs: number): void => {
    if (aheadMs > LOG_AHEAD_MS_MAX) report(aheadMs);
  };
}

const seconds = (ms: number): number => Math.round(ms) / 1_000;
