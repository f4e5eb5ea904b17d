import { type DatabaseClock, LogFollower, LogGapError, type LogPosition } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { KeyStore } from '../platform/auth/key-store';
import type { LiveCatalogue } from './live-catalogue';
import { LOG_AHEAD_MS_MAX } from './log-clock';
import { onceAMinute } from '../platform/logging/once-a-minute';

export interface FollowLogDeps {
  readonly url: string;
  readonly catalogue: LiveCatalogue;
  readonly clock: Pick<DatabaseClock, 'noted' | 'skewMs'>;
  readonly keys: Pick<KeyStore, 'keysChanged'>;
  readonly logger: Logger;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
  /** Called when the log is no longer the one that the views were made from. */
  readonly onLogLost: (error: LogGapError) => void;
}

/** The follower that keeps the views up with the log from a position on. It has yet to be started. */
export function followLog(after: LogPosition, deps: FollowLogDeps): LogFollower {
  const { url, catalogue, clock, keys, logger, monotonicMs, onLogLost } = deps;
  const reportTrouble = onceAMinute(monotonicMs, (err: unknown) =>
    logger.warn({ err }, 'following the log is interrupted'),
  );
  const reportLock = onceAMinute(monotonicMs, (err: unknown) =>
    logger.warn(
      { err, unconfirmedSeconds: seconds(catalogue.staleMs()) },
      'another session keeps the log locked: lists are served as they stood before, until it ends',
    ),
  );
  const reportStep = onceAMinute(monotonicMs, (aheadMs: number) =>
    logger.error(
      { logAheadSeconds: seconds(aheadMs) },
      "the log is ahead of the database's clock, which was set back: delayed plans see no change until it has caught up",
    ),
  );
  return new LogFollower({
    url,
    after,
    monotonicMs,
    onRevisions: (revisions) => catalogue.appended(revisions),
    onConfirmed: (confirmation) => {
      clock.noted(confirmation.clock);
      catalogue.confirmed({ ...confirmation, clockSkewMs: clock.skewMs() });
      if (confirmation.logAheadMs > LOG_AHEAD_MS_MAX) reportStep(confirmation.logAheadMs);
    },
    onKeysChanged: () => keys.keysChanged(),
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

const seconds = (ms: number): number => Math.round(ms) / 1_000;
