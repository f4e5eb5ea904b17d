import { type Connectors, SOURCE_IDS, type SourceId } from '@droptrack/connectors';
import type { KnownSource } from '@droptrack/persistence';

/** The variables that a source is not asked without. */
const NEEDS: Readonly<Partial<Record<SourceId, string>>> = {
  reddit: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
  farcaster: 'FARCASTER_HUB_URL',
  evm: 'EVM_RPC_URLS',
};
/** Of a source that is not asked no requests are counted. */
const NO_LIMIT = { requestsPerMinute: 1, requestBurst: 1 } as const;

/** How all sources stand, for operators: what those allow that are asked, and why the others are not. */
export function knownSources({ on, off }: Connectors): KnownSource[] {
  return SOURCE_IDS.map((id): KnownSource => {
    const { requestsPerMinute, requestBurst } = on.find((connector) => connector.id === id)?.limits ?? NO_LIMIT;
    return { id, offReason: reasonOf(id, off), requestsPerMinute, requestBurst };
  });
}

function reasonOf(id: SourceId, off: Connectors['off']): string | null {
  const why = off.get(id);
  if (why === undefined) return null;
  return why === 'switched_off' ? 'SOURCES_OFF names it' : `it needs ${NEEDS[id] ?? 'what is not configured'}`;
}
