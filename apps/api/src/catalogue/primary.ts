import { PrimaryWatch } from '@droptrack/persistence';
import { onceAMinute } from '../platform/logging/once-a-minute';
import type { FollowLogDeps } from './follow-log';

/** Time without a response after which the primary counts as unavailable, in milliseconds. */
const REACHABLE_MS_MAX = 1_000;

/** Database that writes, as an instance knows it that reads a replica of it. */
export class Primary {
  #confirmedUpToMs = Number.NEGATIVE_INFINITY;
  #contactAtMs = Number.NEGATIVE_INFINITY;

  /** @param monotonicMs - monotonic clock, in milliseconds. */
  constructor(private readonly monotonicMs: () => number) {}

  /** Notes an instant that the primary has confirmed, milliseconds since the epoch. */
  confirmed(asOfMs: number): void {
    this.#confirmedUpToMs = Math.max(this.#confirmedUpToMs, asOfMs);
    this.contacted();
  }

  /** Notes that the primary responds. */
  contacted(): void {
    this.#contactAtMs = this.monotonicMs();
  }

  /** Milliseconds since the last response of the primary. */
  contactAgeMs(): number {
    return this.monotonicMs() - this.#contactAtMs;
  }

  get isReachable(): boolean {
    return this.contactAgeMs() <= REACHABLE_MS_MAX;
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

/** Creates the watch of the primary for an instance that reads a replica. The caller starts it. */
export function watchPrimary(deps: Omit<FollowLogDeps, 'primary'> & { readonly primary: Primary }): PrimaryWatch {
  const { url, primary, clock, keys, feeds, logger, monotonicMs } = deps;
  return new PrimaryWatch({
    url,
    monotonicMs,
    onConfirmed: ({ asOfMs, clock: reading }) => {
      clock.noted(reading);
      primary.confirmed(asOfMs);
    },
    onKeysChanged: () => {
      keys.keysChanged();
      feeds.changed();
    },
    onFeedsChanged: () => feeds.changed(),
    onLocked: () => primary.contacted(),
    onInterrupted: onceAMinute(monotonicMs, (err: unknown) =>
      logger.warn({ err }, 'the primary is away: the replica is read, and requests that write are rejected'),
    ),
  });
}
