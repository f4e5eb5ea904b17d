import { type HostBreakers, type Json, SourceError } from '@droptrack/connectors';
import type { FinderId } from '@droptrack/discovery';
import { createRunHttp, type Finder, type Found } from '@droptrack/finders';
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

/** Maximum size of the state that a run keeps for the next one, in characters of JSON. */
const MEMORY_LENGTH_MAX = 256 * 1024;
/** Maximum number of sightings of one run, which bounds its memory. */
const SIGHTINGS_MAX = 20_000;
/** Lone surrogates and NUL, which PostgreSQL rejects. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;
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
  const counted = { requests: () => 0 };
  const ended = (outcome: FinderOutcome, rest: Partial<Pick<RunEnd, 'found' | 'bug'>> = {}): RunEnd => ({
    leased,
    source: finder.source,
    outcome,
    startedAtMs,
    found: null,
    bug: null,
    requests: counted.requests(),
    durationMs: clock.monotonicMs() - beganMs,
    ...rest,
  });
  try {
    const { memory, ...found } = await find(leased, deps, startedAtMs, counted);
    const nextDueMs = Math.max(clock.now(), startedAtMs + intervalMs);
    return ended({ id, lease, kind: 'answered', memory, startedAtMs, nextDueMs }, { found });
  } catch (error) {
    if (stopping.aborted) return null;
    const { kind, message, retryAfterMs, isBug } = explain(error);
    const isHeldBack = counted.requests() === 0 && (kind === 'down' || kind === 'rate_limited');
    const failures = LASTING_KINDS.has(kind) ? Infinity : isHeldBack ? 1 : leased.failures + 1;
    const nextDueMs = afterFailure({ failures, retryAfterMs, intervalMs }, clock.now(), random);
    if (isHeldBack) return ended({ id, lease, kind: 'held_back', nextDueMs });
    return ended({ id, lease, kind: 'failed', failureKind: kind, message, nextDueMs }, { bug: isBug ? error : null });
  }
}

async function find(
  leased: LeasedFinder,
  { finder, hosts, dispatcher, clock, stopping }: RunDeps,
  nowMs: number,
  counted: { requests: () => number },
): Promise<Found> {
  const { limits } = finder;
  const runEnd = new AbortController();
  // Not AbortSignal.any: the long-lived signal of the worker would retain a dependent signal per run.
  const end = (): void => runEnd.abort();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, limits.runTimeoutMs);
  const { http, sent } = createRunHttp({ limits, hosts, signal: runEnd.signal, dispatcher, clock });
  counted.requests = sent;
  const tooLate = new Promise<never>((_, reject) => {
    const reason = new SourceError('timeout', `the run did not end within ${limits.runTimeoutMs / 1_000} s`);
    runEnd.signal.addEventListener('abort', () => reject(reason), { once: true });
  });
  try {
    if (stopping.aborted) end();
    const work = async () => finder.find({ sinceMs: leased.sinceMs, memory: leased.memory as Json, http, nowMs });
    return bounded(await Promise.race([tooLate, work()]));
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    // Aborts what is still running for this run; its later errors are ignored.
    tooLate.catch(() => undefined);
    end();
  }
}

/** A result that is too large to be stored: a bug of the finder. */
export class FoundTooMuchError extends Error {
  override readonly name = 'FoundTooMuchError';
}

function bounded(found: Found): Found {
  if (found.sightings.length > SIGHTINGS_MAX || found.gone.length > SIGHTINGS_MAX) {
    throw new FoundTooMuchError(`a run returned more than ${SIGHTINGS_MAX} sightings`);
  }
  const memory = JSON.stringify(found.memory);
  if (memory.length > MEMORY_LENGTH_MAX || NO_TEXT.test(memory)) {
    throw new FoundTooMuchError(
      `a run returned ${memory.length} characters of state, or some that no text can contain`,
    );
  }
  return found;
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
