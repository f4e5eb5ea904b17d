import { NO_FACTS, type FinderId, type Sighting } from '@droptrack/discovery';
import type { Finder, FinderLimits, FinderRun, Found } from '@droptrack/sources';

/** Sighting of a protocol without a token. */
export const protocolSighting = (slug: string, over: Partial<Sighting> = {}): Sighting => ({
  externalId: slug,
  kind: 'protocol',
  name: slug,
  url: `https://defillama.com/protocol/${slug}`,
  identity: { token: null, contract: null, defillama: slug, market: null },
  facts: { ...NO_FACTS, tvlUsd: 1_000_000 },
  campaign: null,
  market: null,
  ...over,
});

/** Result of a run that saw these protocols. */
export const found = (slugs: readonly string[], memory: Found['memory'] = null): Found => ({
  sightings: slugs.map((slug) => protocolSighting(slug)),
  gone: [],
  memory,
});

/** Interval of a fake finder, in milliseconds. */
export const INTERVAL_MS = 3_600_000;

/** Finder whose runs call a function of the test; its runs are collected. */
export function fakeFinder(
  find: (run: FinderRun) => Promise<Found> | Found,
  { id = 'defillama', limits = {} }: { readonly id?: FinderId; readonly limits?: Partial<FinderLimits> } = {},
): Finder & { readonly runs: FinderRun[] } {
  const runs: FinderRun[] = [];
  return {
    id,
    source: id,
    limits: { intervalMs: INTERVAL_MS, timeoutMs: 60_000, requestsPerMinute: 600, requestsMax: 10, ...limits },
    origins: [],
    runs,
    read: async (run) => {
      runs.push(run);
      return find(run);
    },
  };
}
