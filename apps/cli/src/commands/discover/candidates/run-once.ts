import {
  HostBreakers,
  type HostNotice,
  HostNotices,
  withinTime,
  type Finder,
  type FinderState,
  type Found,
  runWithinLimits,
} from '@droptrack/sources';
import { createVettedAgent } from '@droptrack/egress';

/** Public addresses only; origins that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;

/**
 * Runs a finder once, within its limits.
 *
 * @param stopping - aborted when the operator interrupts the command.
 * @param onNotice - called with each announcement of a host, once.
 * @throws {SourceError} if its source failed, or the run did not end in time.
 */
export async function runOnce(
  finder: Finder,
  state: FinderState,
  {
    stopping,
    now,
    onNotice,
  }: {
    readonly stopping: AbortSignal;
    readonly now: () => Date;
    readonly onNotice?: (notice: HostNotice) => void;
  },
): Promise<Found> {
  const dispatcher = createVettedAgent(PUBLIC_ONLY, { origins: finder.origins });
  const clock = { monotonicMs: () => performance.now(), now: () => now().getTime() };
  const breakerClock = { monotonicMs: clock.monotonicMs, random: Math.random };
  const hosts = new HostBreakers(breakerClock, new HostNotices(onNotice));
  try {
    const options = { hosts, dispatcher, clock, nowMs: clock.now() };
    return await withinTime({ timeoutMs: finder.limits.timeoutMs, stopping }, (signal) =>
      runWithinLimits(finder, state, { ...options, signal }),
    );
  } finally {
    await dispatcher.destroy();
  }
}
