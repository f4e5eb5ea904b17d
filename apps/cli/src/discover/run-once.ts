import { HostBreakers, type Json, SourceError } from '@droptrack/connectors';
import { createVettedAgent } from '@droptrack/egress';
import { createRunHttp, type Finder, type Found } from '@droptrack/finders';

export { createFinders } from '@droptrack/finders';

/** State of a finder that its last successful run kept; nulls for a first run. */
export interface FinderState {
  readonly sinceMs: number | null;
  readonly memory: unknown;
}

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
  { sinceMs, memory }: FinderState,
  { stopping, now }: { readonly stopping: AbortSignal; readonly now: () => Date },
): Promise<Found> {
  const { limits, origins } = finder;
  const end = AbortSignal.any([stopping, AbortSignal.timeout(limits.runTimeoutMs)]);
  const dispatcher = createVettedAgent(PUBLIC_ONLY, { origins });
  const clock = { monotonicMs: () => performance.now(), now: () => now().getTime() };
  const hosts = new HostBreakers({ monotonicMs: clock.monotonicMs, random: Math.random });
  const { http } = createRunHttp({ limits, hosts, signal: end, dispatcher, clock });
  const ended = new Promise<never>((_, reject) => {
    const reason = new SourceError('timeout', `the run did not end within ${limits.runTimeoutMs / 1_000} s`);
    end.addEventListener('abort', () => reject(reason), { once: true });
  });
  try {
    // The finder validates its state, which another version may have written.
    const found = finder.find({ sinceMs, memory: memory as Json, http, nowMs: clock.now() });
    return await Promise.race([ended, found]);
  } finally {
    // A timeout after the end of the run is no error.
    ended.catch(() => undefined);
    await dispatcher.destroy();
  }
}
