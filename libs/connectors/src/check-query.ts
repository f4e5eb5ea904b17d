import { createConnectors } from './create-connectors';
import { type SourceId, SourceQueryError } from './port';
import type { SourcesConfig } from './sources-config';

/** Nobody is asked: what a file may state does not depend on where sources are. */
const NOWHERE: SourcesConfig = {
  off: new Set(),
  defillama: { url: '' },
  github: { url: '', token: null },
  reddit: { url: '', tokenUrl: '', clientId: '', clientSecret: '' },
  farcaster: { url: '', apiKey: null },
  coingecko: { url: '', apiKey: null },
  polymarket: { url: '' },
  snapshot: { url: '', apiKey: null },
  evm: { rpcUrls: new Map([['nowhere', '']]) },
};

const CONNECTORS = new Map(createConnectors(NOWHERE).on.map((connector) => [connector.id, connector]));

/**
 * What is wrong with what a drop's file states below a source, such as `must be owner/name`; null when nothing is.
 * `false`, that the drop has nothing there, is the caller's.
 */
export function sourceQueryFault(source: SourceId, stated: unknown): string | null {
  try {
    CONNECTORS.get(source)?.parseQuery(stated);
    return null;
  } catch (error) {
    if (error instanceof SourceQueryError) return error.message;
    throw error;
  }
}
