import { type Connector, createConnectors, SOURCE_IDS, type SourceId, type SourcesConfig } from '@droptrack/connectors';
import type { KnownSource } from '@droptrack/persistence';

/** What a source needs that it is not asked without. */
const NEEDS: Readonly<Partial<Record<SourceId, string>>> = {
  reddit: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
  farcaster: 'FARCASTER_HUB_URL',
  evm: 'EVM_RPC_URLS',
};

/** Sources that are asked, and how all of them stand. */
export interface WorkerSources {
  readonly connectors: readonly Connector[];
  readonly known: readonly KnownSource[];
}

/** Sorts out which sources can be asked, and says of the others why not. */
export function sourcesOf(config: SourcesConfig): WorkerSources {
  const connectors = createConnectors(config);
  const known = SOURCE_IDS.map((id): KnownSource => {
    const connector = connectors.find((each) => each.id === id);
    if (connector === undefined) {
      const offReason = config.off.has(id)
        ? 'SOURCES_OFF names it'
        : `it needs ${NEEDS[id] ?? 'what is not configured'}`;
      return { id, offReason, requestsPerMinute: 1, requestBurst: 1 };
    }
    const { requestsPerMinute, requestBurst } = connector.limits;
    return { id, offReason: null, requestsPerMinute, requestBurst };
  });
  return { connectors, known };
}
