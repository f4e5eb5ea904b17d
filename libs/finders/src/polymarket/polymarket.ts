import type { Sighting } from '@droptrack/discovery';
import type { Finder } from '@droptrack/sources';
import { PAGES_MAX, requestOpenEvents } from './events';
import { sightingOf } from './sighting';

/** URL without a trailing slash. */
export interface PolymarketSettings {
  readonly url: string;
}

/**
 * Launches of tokens that are traded as predictions: ladders of the FDV, airdrops and launches by a date. One sighting per
 * event.
 *
 * The source lists no changes, so each run reads all open events. An event that is not listed any more has ended or is
 * closed, which does not make its sighting wrong: none is reported as gone.
 */
export function polymarketFinder({ url }: PolymarketSettings): Finder {
  return {
    id: 'polymarket',
    source: 'polymarket',
    limits: { intervalMs: 3_600_000, timeoutMs: 300_000, requestsPerMinute: 30, requestsMax: PAGES_MAX },
    origins: [new URL(url).origin],
    async read({ http }) {
      const sightings = new Map<string, Sighting>();
      for (const event of await requestOpenEvents(url, http)) {
        const sighting = sightingOf(event);
        // An event may move between two pages while they are read.
        if (sighting !== null) sightings.set(sighting.externalId, sighting);
      }
      return { sightings: [...sightings.values()], gone: [], memory: null };
    },
  };
}
