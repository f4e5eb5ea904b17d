import type { FindersConfig } from '../finders-config';
import type { Finder } from '../port';
import { REQUESTS_MAX, requestOpportunities } from './opportunities';
import { sightingsOf } from './sighting';

/**
 * Drops that are paid through Merkl, and its programs of points and of tokens before their launch.
 *
 * The source lists no changes, so each run reads all of them. One that is not listed any more has ended: none is gone.
 */
export function merklFinder({ url }: FindersConfig['merkl']): Finder {
  return {
    id: 'merkl',
    source: 'merkl',
    // A tenth of the 10 requests a second that are accepted without a key.
    limits: { intervalMs: 3 * 3_600_000, runTimeoutMs: 600_000, requestsPerMinute: 60, requestsMax: REQUESTS_MAX },
    origins: [new URL(url).origin],
    async find({ http }) {
      return { sightings: sightingsOf(await requestOpportunities(url, http)), gone: [], memory: null };
    },
  };
}
