import { type LogConfirmation, type LogPosition, OtherDatabaseError, PrimaryWatch } from '@droptrack/persistence';
import { onceAMinute } from '../platform/logging/once-a-minute';
import { type FollowLogDeps, stepReport } from './follow-log';

/** Time without a response after which the primary counts as unavailable, in milliseconds. */
const REACHABLE_MS_MAX = 1_000;

/**
 * Time for which keys are accepted on the word of the replica, in milliseconds: since the last response of the primary or
 * the last confirmation of it that has arrived, whichever is later. A primary that is cut off may live, and revoke, elsewhere.
 */
export const KEYS_UNCONFIRMED_MS_MAX = 3_600_000;

/** Database that writes, as an instance knows it that reads a replica of it. */
export class Primary {
  #confirmedUpToMs = Number.NEGATIVE_INFINITY;
  #contactAtMs = Number.NEGATIVE_INFINITY;
  #keysVersion = 0;
  #logAheadMs = 0;

  /** @param monotonicMs - monotonic clock, in milliseconds. */
  constructor(private readonly monotonicMs: () => number) {}

  /** Notes a confirmation by the primary; both instants are of its clock. */
  confirmed({ asOfMs, clockMs }: Pick<LogConfirmation, 'asOfMs' | 'clockMs'>): void {
    this.#confirmedUpToMs = Math.max(this.#confirmedUpToMs, asOfMs);
    this.#logAheadMs = asOfMs - clockMs;
    this.contacted();
  }

  /** Notes that the primary responds. */
  contacted(): void {
    this.#contactAtMs = this.monotonicMs();
  }

  /** Notes the number of changes of keys on the primary. */
  keysChanged(version: number): void {
    this.#keysVersion = version;
  }

  /** Number of changes of keys that the primary has reported; what has fewer lacks a revocation. */
  get keysVersion(): number {
    return this.#keysVersion;
  }

  /** Milliseconds since the last response of the primary. */
  contactAgeMs(): number {
    return this.monotonicMs() - this.#contactAtMs;
  }

  get isReachable(): boolean {
    return this.contactAgeMs() <= REACHABLE_MS_MAX;
  }

  /** Lead of the log over the clock of the primary, in milliseconds; 0 while the primary is away. */
  logAheadMs(): number {
    return this.isReachable ? this.#logAheadMs : 0;
  }

  /**
   * Time by which a replica is behind the last confirmation, in milliseconds. Both instants are of the primary, so it does
   * not depend on clocks; and it does not grow while the primary is away, as nothing new is missing then.
   *
   * @param upToMs - confirmed instant that has reached the replica.
   */
  lagMs(upToMs: number): number {
    return Math.max(0, this.#confirmedUpToMs - upToMs);
  }
}

interface PrimaryWatchDeps extends Omit<FollowLogDeps, 'primary' | 'catalogue' | 'streams'> {
  readonly primary: Primary;
  /** Last revision that was read of the replica. */
  readonly replicaPosition: () => LogPosition;
}

/** Creates the watch of the primary for an instance that reads a replica. The caller starts it. */
export function watchPrimary(deps: PrimaryWatchDeps): PrimaryWatch {
  const { url, primary, clock, keys, feeds, logger, monotonicMs, onLogLost, replicaPosition } = deps;
  const reportStep = stepReport(deps);
  const reportOutage = onceAMinute(monotonicMs, (err: unknown) =>
    logger.warn({ err }, 'the primary is away: the replica is read, and requests that write are rejected'),
  );
  return new PrimaryWatch({
    url,
    monotonicMs,
    replicaPosition,
    onConfirmed: ({ asOfMs, clock: reading }) => {
      clock.noted(reading);
      primary.confirmed({ asOfMs, clockMs: reading.clockMs });
      reportStep(primary.logAheadMs());
    },
    onKeysChanged: (version) => {
      // Before the keys are looked up again: a replica that lacks the change must not be believed.
      primary.keysChanged(version);
      keys.keysChanged();
      feeds.changed();
    },
    onFeedsChanged: () => feeds.changed(),
    onLocked: () => primary.contacted(),
    onInterrupted: (error) => {
      if (!(error instanceof OtherDatabaseError)) return reportOutage(error);
      logger.error({ err: error }, 'the primary is not that of the replica');
      onLogLost(error);
    },
  });
}
