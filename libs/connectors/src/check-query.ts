import { createConnectors } from './create-connectors';
import { type SourceId, SourceQueryError } from './port';
import type { SourcesConfig } from './sources-config';

/** Placeholder configuration, as queries are validated without requests: their form does not depend on it. */
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
 * Error of the query of a source in a catalogue file, such as `must be owner/name`; null if it is valid. The caller handles
 * `false`, which means that the drop has nothing there.
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
