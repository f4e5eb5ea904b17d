import { HostBreakers } from '@droptrack/connectors';
import { createVettedAgent } from '@droptrack/egress';
import { type Finder, type FinderState, type Found, runWithinLimits } from '@droptrack/finders';

export { createFinders } from '@droptrack/finders';

/** Public addresses only; origins that the operator configured are exempt. */
const PUBLIC_ONLY = { allowInsecure: false, allow: [] } as const;

/**
 * Runs a finder once, within its limits.
 *
 * @param stopping - aborted when the operator interrupts the command.
 * @throws {SourceError} if its source failed, or the run did not end in time.
 */
export async function runOnce(
  finder: Finder,
  state: FinderState,
  { stopping, now }: { readonly stopping: AbortSignal; readonly now: () => Date },
): Promise<Found> {
  const dispatcher = createVettedAgent(PUBLIC_ONLY, { origins: finder.origins });
  const clock = { monotonicMs: () => performance.now(), now: () => now().getTime() };
  const hosts = new HostBreakers({ monotonicMs: clock.monotonicMs, random: Math.random });
  try {
    return await runWithinLimits(finder, state, { hosts, dispatcher, clock, nowMs: clock.now(), stopping });
  } finally {
    await dispatcher.destroy();
  }
}
