import { coingeckoConnector } from './coingecko/coingecko';
import { defillamaConnector } from './defillama/defillama';
import { evmConnector } from './evm/evm';
import { farcasterConnector } from './farcaster/farcaster';
import { githubConnector } from './github/github';
import { polymarketConnector } from './polymarket/polymarket';
import { type Connector, type SourceId, SourceQueryError } from './port';
import { redditConnector } from './reddit/reddit';
import { rssConnector } from './rss/rss';
import { snapshotConnector } from './snapshot/snapshot';
import type { SourcesConfig } from './sources-config';

/** Reasons why a source is off: switched off by the operator, or a required setting is missing. */
export type OffReason = 'switched_off' | 'not_configured';

/** Sources that are on, and those that are off. */
export interface Connectors {
  readonly on: readonly Connector[];
  readonly off: ReadonlyMap<SourceId, OffReason>;
}

/** Creates the connectors of the sources that are on, and lists the others with the reason. */
export function createConnectors(config: SourcesConfig): Connectors {
  const on: Connector[] = [];
  const off = new Map<SourceId, OffReason>();
  for (const [id, connector] of Object.entries(eachSource(config)) as [SourceId, Connector | null][]) {
    if (config.off.has(id)) off.set(id, 'switched_off');
    else if (connector === null) off.set(id, 'not_configured');
    else on.push(connector);
  }
  return { on, off };
}

function eachSource(config: SourcesConfig): Readonly<Record<SourceId, Connector | null>> {
  const { reddit, farcaster, evm } = config;
  const { clientId, clientSecret } = reddit;
  return {
    farcaster: farcaster.url === null ? null : farcasterConnector({ ...farcaster, url: farcaster.url }),
    defillama: defillamaConnector(config.defillama),
    evm: evm.rpcUrls.size === 0 ? null : evmConnector(evm),
    reddit: clientId === null || clientSecret === null ? null : redditConnector({ ...reddit, clientId, clientSecret }),
    rss: rssConnector(),
    coingecko: coingeckoConnector(config.coingecko),
    github: githubConnector(config.github),
    polymarket: polymarketConnector(config.polymarket),
    snapshot: snapshotConnector(config.snapshot),
  };
}

/** Placeholder configuration, as queries are validated without requests: their form does not depend on it. */
const NOWHERE: SourcesConfig = {
  off: new Set(),
  defillama: { url: '' },
  github: { url: '', token: null },
  reddit: { url: '', tokenUrl: '', clientId: '', clientSecret: '' },
  farcaster: { url: '', apiKey: null },
  coingecko: { url: '', apiKey: null },
  polymarket: { url: '' },
  prices: { url: '' },
  snapshot: { url: '', apiKey: null },
  evm: { rpcUrls: new Map([['nowhere', '']]) },
};

const CONNECTORS = new Map(createConnectors(NOWHERE).on.map((connector) => [connector.id, connector]));

/**
 * Error of the query of a source in a catalogue file, such as `must be owner/name`; null if it is valid. The caller handles
 * `false`, which means that the drop has nothing there.
 */
export function sourceQueryViolation(source: SourceId, stated: unknown): string | null {
  try {
    CONNECTORS.get(source)?.parseQuery(stated);
    return null;
  } catch (error) {
    if (error instanceof SourceQueryError) return error.message;
    throw error;
  }
}
