import { type HostBreakers, SourceError } from '@droptrack/connectors';
import type { FinderId } from '@droptrack/discovery';
import { type Finder, type Found, runWithinLimits } from '@droptrack/finders';
import type { FinderOutcome, LeasedFinder } from '@droptrack/persistence';
import { exponentialDelayMs } from '@droptrack/resilience';
import type { Dispatcher } from 'undici';
import type { Clocks } from '../context';
import { errorKind } from '../log/failure-log';

/** Dependencies of one run. */
export interface RunDeps {
  readonly finder: Finder;
  readonly hosts: HostBreakers;
  readonly dispatcher: Dispatcher;
  readonly clock: Clocks;
  readonly random: () => number;
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
}

/** End of a run, to be recorded. */
export interface RunEnd {
  readonly leased: LeasedFinder;
  readonly source: FinderId;
  readonly outcome: FinderOutcome;
  /** Start of the run, milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Sightings to be stored before the outcome; null for none. */
  readonly found: Pick<Found, 'sightings' | 'gone'> | null;
  /** Number of sent requests. */
  readonly requests: number;
  readonly durationMs: number;
  /** Error of our own; null without one. */
  readonly bug: unknown;
}

/** Failures that a retry cannot resolve: an operator has to change a setting. */
const LASTING_KINDS: ReadonlySet<string> = new Set(['not_found', 'unauthorized']);
/** Wait after the first failure, and the maximum for finders that run more often, in milliseconds. */
const BACKOFF = { firstMs: 30_000, maxMs: 600_000 } as const;

/**
 * Runs a finder once, within its timeout and its number of requests.
 *
 * @returns null when the worker stopped before the end.
 */
export async function runFinder(leased: LeasedFinder, deps: RunDeps): Promise<RunEnd | null> {
  const { finder, clock, random, stopping } = deps;
  const { intervalMs } = finder.limits;
  const [startedAtMs, beganMs] = [clock.now(), clock.monotonicMs()];
  const { id, lease } = leased;
  let sent = (): number => 0;
  const ended = (outcome: FinderOutcome, rest: Partial<Pick<RunEnd, 'found' | 'bug'>> = {}): RunEnd => ({
    leased,
    source: finder.source,
    outcome,
    startedAtMs,
    found: null,
    bug: null,
    requests: sent(),
    durationMs: clock.monotonicMs() - beganMs,
    ...rest,
  });
  try {
    const onStart = (counter: () => number): void => void (sent = counter);
    const { memory, ...found } = await runWithinLimits(finder, leased, { ...deps, nowMs: startedAtMs, onStart });
    const nextDueMs = Math.max(clock.now(), startedAtMs + intervalMs);
    return ended({ id, lease, kind: 'answered', memory, startedAtMs, nextDueMs }, { found });
  } catch (error) {
    if (stopping.aborted) return null;
    const { kind, message, retryAfterMs, isBug } = explain(error);
    const isHeldBack = sent() === 0 && (kind === 'down' || kind === 'rate_limited');
    const failures = LASTING_KINDS.has(kind) ? Infinity : isHeldBack ? 1 : leased.failures + 1;
    const nextDueMs = afterFailure({ failures, retryAfterMs, intervalMs }, clock.now(), random);
    if (isHeldBack) return ended({ id, lease, kind: 'held_back', nextDueMs });
    return ended({ id, lease, kind: 'failed', failureKind: kind, message, nextDueMs }, { bug: isBug ? error : null });
  }
}

function explain(error: unknown) {
  if (error instanceof SourceError) {
    const { kind, message, retryAfterMs } = error;
    return { kind, message, retryAfterMs, isBug: false };
  }
  return { kind: 'internal', message: `an error of our own: ${errorKind(error)}`, retryAfterMs: null, isBug: true };
}

/**
 * Start of the next run after a failure: exponential backoff up to the interval of the finder, or 10 min for those that run
 * more often, with jitter over the second half of the wait, and not before `Retry-After`.
 *
 * @param failures - consecutive failures, including this one.
 * @param retryAfterMs - wait that the source requested; null without one.
 */
export function afterFailure(
  { failures, retryAfterMs, intervalMs }: { failures: number; retryAfterMs: number | null; intervalMs: number },
  nowMs: number,
  random: () => number,
): number {
  const range = { firstMs: BACKOFF.firstMs, maxMs: Math.max(BACKOFF.maxMs, intervalMs) };
  const delayMs = exponentialDelayMs(range, failures - 1, random);
  return Math.round(nowMs + Math.max(delayMs, (retryAfterMs ?? 0) * (1 + random() / 10)));
}
