import type { WebhookDisabledReason, WebhookEndpoint } from '@droptrack/contracts';

/** What an owner says of an endpoint. Checked by whoever takes it in. */
export interface EndpointTerms {
  readonly url: string;
  readonly description: string | null;
  /** Names of events, `group.*` or `*`. */
  readonly events: readonly string[];
  /** Slugs of drops, and of chains; null filters nothing, as in `minHype`. */
  readonly drops: readonly string[] | null;
  readonly chains: readonly string[] | null;
  readonly minHype: number | null;
  readonly enabled: boolean;
}

/** An endpoint, and how it does. Instants are milliseconds since the epoch. */
export interface StoredEndpoint extends EndpointTerms {
  readonly id: string;
  readonly account: string;
  /** Why it was disabled, where its owner did not do it. */
  readonly disabledReason: WebhookDisabledReason | null;
  /** In a row. */
  readonly failures: number;
  /** Since when every attempt has failed; null while the last one did not. */
  readonly failingSinceMs: number | null;
  /** When the last of them failed. */
  readonly failedMs: number | null;
  /** Left alone until then. */
  readonly blockedUntilMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`;

/** What is read of a row. */
export const ENDPOINT_COLUMNS = `id, account, url, description, events, filter_drops AS drops, filter_chains AS chains,
  min_hype AS "minHype", enabled, disabled_reason AS "disabledReason", failures, ${ms('failing_since', 'failingSinceMs')},
  ${ms('failed_at', 'failedMs')}, ${ms('blocked_until', 'blockedUntilMs')}, ${ms('created_at', 'createdAtMs')},
  ${ms('updated_at', 'updatedAtMs')}`;

/** The endpoint as its own events tell of it. */
export function endpointObject(endpoint: StoredEndpoint): WebhookEndpoint {
  const { id, url, description, events, drops, chains, minHype, enabled } = endpoint;
  const filters = { drops: drops && [...drops], chains: chains && [...chains], min_hype: minHype };
  return { id, url, events: [...events], description, filters, enabled };
}
