import { coingeckoConnector } from './coingecko/coingecko';
import { defillamaConnector } from './defillama/defillama';
import { evmConnector } from './evm/evm';
import { farcasterConnector } from './farcaster/farcaster';
import { githubConnector } from './github/github';
import { polymarketConnector } from './polymarket/polymarket';
import type { Connector } from './port';
import { redditConnector } from './reddit/reddit';
import { rssConnector } from './rss/rss';
import { snapshotConnector } from './snapshot/snapshot';
import type { SourcesConfig } from './sources-config';

/** Connectors to the sources that can be asked: those that are not off and have what they need. */
export function createConnectors(config: SourcesConfig): Connector[] {
  const { reddit, farcaster, evm } = config;
  const { clientId, clientSecret } = reddit;
  const connectors: (Connector | null)[] = [
    farcaster.url === null ? null : farcasterConnector({ ...farcaster, url: farcaster.url }),
    defillamaConnector(config.defillama),
    evm.rpcUrls.size === 0 ? null : evmConnector(evm),
    clientId === null || clientSecret === null ? null : redditConnector({ ...reddit, clientId, clientSecret }),
    rssConnector(),
    coingeckoConnector(config.coingecko),
    githubConnector(config.github),
    polymarketConnector(config.polymarket),
    snapshotConnector(config.snapshot),
  ];
  return connectors.filter((connector) => connector !== null).filter(({ id }) => !config.off.has(id));
}
