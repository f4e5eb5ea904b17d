import type { Finder } from '@droptrack/sources';
import { REQUESTS_MAX, requestOpportunities } from './opportunities';
import { sightingsOf } from './sighting';

const DAY_MS = 86_400_000;

/** URL without a trailing slash, and limits. */
export interface MerklSettings {
  readonly url: string;
  /** Raises the limits of the source; null without one. */
  readonly apiKey: string | null;
  /** Age of the oldest drops that a run reads, in days. */
  readonly lookbackDays: number;
}

/**
 * Drops that are paid through Merkl, and its programs of points and of tokens before their launch.
 *
 * The source lists no changes, so each run reads all programs, and the drops back to the lookback or the last run, whichever
 * is earlier. One that is not listed any more has ended: none is gone.
 */
export function merklFinder({ url, apiKey, lookbackDays }: MerklSettings): Finder {
  return {
    id: 'merkl',
    source: 'merkl',
    // A tenth of the 10 requests a second that are accepted with a key; without one they are fewer since 30 June 2026.
    limits: { intervalMs: 3 * 3_600_000, timeoutMs: 600_000, requestsPerMinute: 60, requestsMax: REQUESTS_MAX },
    origins: [new URL(url).origin],
    async read({ http, nowMs, sinceMs }) {
      const fromMs = Math.min(nowMs - lookbackDays * DAY_MS, sinceMs ?? nowMs);
      const opportunities = await requestOpportunities({ url, apiKey, http, fromMs });
      return { sightings: sightingsOf(opportunities, fromMs), gone: [], memory: null };
    },
  };
}
