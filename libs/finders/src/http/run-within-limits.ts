import { type HostBreakers, type Json, SourceError } from '@droptrack/connectors';
import type { Dispatcher } from 'undici';
import type { Finder, Found } from '../port';
import { createRunHttp, type RunHttpOptions } from './run-http';

/** State of a finder that its last successful run kept; nulls for a first run. */
export interface FinderState {
  readonly sinceMs: number | null;
  /** The finder validates it, as another version may have written it. */
  readonly memory: unknown;
}

/** Dependencies of one run. */
export interface RunWithinLimitsOptions {
  readonly hosts: HostBreakers;
  readonly dispatcher: Dispatcher;
  readonly clock: RunHttpOptions['clock'];
  /** Start of the run, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Called before the run with the counter of its requests. */
  readonly onStart?: (sent: () => number) => void;
}

/** Maximum size of the state that a run keeps for the next one, in characters of JSON. */
const MEMORY_LENGTH_MAX = 256 * 1024;
/** Maximum number of sightings of one run, which bounds its memory. */
const SIGHTINGS_MAX = 20_000;
/** Lone surrogates and NUL, which PostgreSQL rejects. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;

/**
 * Runs a finder within its timeout and its number of requests.
 *
 * @throws {SourceError} if its source failed, or the run did not end in time.
 * @throws {FoundTooMuchError} for a result that cannot be stored.
 */
export async function runWithinLimits(
  finder: Finder,
  { sinceMs, memory }: FinderState,
  { hosts, dispatcher, clock, nowMs, stopping, onStart }: RunWithinLimitsOptions,
): Promise<Found> {
  const { limits } = finder;
  const runEnd = new AbortController();
  // Not AbortSignal.any: the long-lived signal of the worker would retain a dependent signal per run.
  const end = (): void => runEnd.abort();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, limits.runTimeoutMs);
  const { http, sent } = createRunHttp({ limits, hosts, signal: runEnd.signal, dispatcher, clock });
  onStart?.(sent);
  const tooLate = new Promise<never>((_, reject) => {
    const reason = new SourceError('timeout', `the run did not end within ${limits.runTimeoutMs / 1_000} s`);
    runEnd.signal.addEventListener('abort', () => reject(reason), { once: true });
  });
  try {
    if (stopping.aborted) end();
    const work = async () => finder.find({ sinceMs, memory: memory as Json, http, nowMs });
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
