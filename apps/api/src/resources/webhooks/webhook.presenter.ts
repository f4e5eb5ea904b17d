import type { Webhook } from '@droptrack/contracts';
import type { StoredEndpoint } from '@droptrack/persistence';

/** An endpoint as its owner sees it. Every field is named: secrets and what else is stored of it stay here. */
export function presentWebhook(endpoint: StoredEndpoint): Webhook {
  const { id, url, events, description, drops, chains, minHype, enabled } = endpoint;
  return {
    id,
    url,
    events: [...events],
    description,
    filters: { drops: copied(drops), chains: copied(chains), min_hype: minHype },
    enabled,
    disabled_reason: endpoint.disabledReason,
    failing_since: instant(endpoint.failingSinceMs),
    created_at: new Date(endpoint.createdAtMs).toISOString(),
    updated_at: new Date(endpoint.updatedAtMs).toISOString(),
  };
}

const copied = (names: readonly string[] | null): string[] | null => (names === null ? null : [...names]);
const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
