import { memoryViolation } from '../memory';
import type { Finder, Found, Json } from '../port';
import { createRunHttp, type RunHttpOptions } from './run-http';

/** State of a finder that its last successful run kept; nulls for a first run. */
export interface FinderState {
  readonly sinceMs: number | null;
  /** The finder validates it, as another version may have written it. */
  readonly memory: unknown;
}

/** Dependencies of one run. */
export interface RunWithinLimitsOptions extends Omit<RunHttpOptions, 'limits'> {
  /** Start of the run, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Maximum number of sightings of one run, which bounds its memory. */
const SIGHTINGS_MAX = 20_000;

/**
 * Runs a finder within its rate and its number of requests. Its time is limited by {@link withinTime}.
 *
 * @throws {SourceError} if its source failed.
 * @throws {FoundTooMuchError} for a result that cannot be stored.
 */
export async function runWithinLimits(
  finder: Finder,
  { sinceMs, memory }: FinderState,
  { nowMs, ...options }: RunWithinLimitsOptions,
): Promise<Found> {
  const http = createRunHttp({ ...options, limits: finder.limits });
  return bounded(await finder.read({ sinceMs, memory: memory as Json, http, nowMs }));
}

/** A result that is too large to be stored: a bug of the finder. */
export class FoundTooMuchError extends Error {
  override readonly name = 'FoundTooMuchError';
}

function bounded(found: Found): Found {
  if (found.sightings.length > SIGHTINGS_MAX || found.gone.length > SIGHTINGS_MAX) {
    throw new FoundTooMuchError(`a run returned more than ${SIGHTINGS_MAX} sightings`);
  }
  const violation = memoryViolation(found.memory);
  if (violation !== null) throw new FoundTooMuchError(`a run returned ${violation}`);
  return found;
}

/** Instant of the next run after a successful one: an interval after its start, or now if the run took longer than that. */
export const nextFinderRunMs = ({ limits }: Pick<Finder, 'limits'>, startedAtMs: number, nowMs: number): number =>
  Math.max(nowMs, startedAtMs + limits.intervalMs);
