import { coingeckoConnector } from './coingecko/coingecko';
import { defillamaConnector } from './defillama/defillama';
import { evmConnector } from './evm/evm';
import { farcasterConnector } from './farcaster/farcaster';
import { githubConnector } from './github/github';
import { polymarketConnector } from './polymarket/polymarket';
import type { Connector, SourceId } from './port';
import { redditConnector } from './reddit/reddit';
import { rssConnector } from './rss/rss';
import { snapshotConnector } from './snapshot/snapshot';
import type { SourcesConfig } from './sources-config';

/** Reasons why a source is off: switched off by the operator, or a required setting is missing. */
export type WhyOff = 'switched_off' | 'not_configured';

/** Sources that are on, and those that are off. */
export interface Connectors {
  readonly on: readonly Connector[];
  readonly off: ReadonlyMap<SourceId, WhyOff>;
}

/** Creates the connectors of the sources that are on, and lists the others with the reason. */
export function createConnectors(config: SourcesConfig): Connectors {
  const on: Connector[] = [];
  const off = new Map<SourceId, WhyOff>();
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
