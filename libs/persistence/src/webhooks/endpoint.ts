import { PLAN_TERMS, PLANS, type WebhookDisabledReason, type WebhookEndpoint } from '@droptrack/contracts';

/** Members of an endpoint that its owner sets. Validated by the caller. */
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

/** An endpoint with the state of its circuit breaker. Instants are milliseconds since the epoch. */
export interface StoredEndpoint extends EndpointTerms {
  readonly id: string;
  readonly account: string;
  /** Reason of the automatic disabling; null for an endpoint that is enabled, or that its owner disabled. */
  readonly disabledReason: WebhookDisabledReason | null;
  /** Failures in a row. */
  readonly failures: number;
  /** Start of the present run of failed attempts, milliseconds since the epoch; null if the last attempt succeeded. */
  readonly failingSinceMs: number | null;
  /** When the last of these attempts failed. */
  readonly failedMs: number | null;
  /** End of the time in which its circuit breaker is open. */
  readonly blockedUntilMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`;

/** SQL: columns of {@link StoredEndpoint}. */
export const ENDPOINT_COLUMNS = `id, account, url, description, events, filter_drops AS drops, filter_chains AS chains,
  min_hype AS "minHype", enabled, disabled_reason AS "disabledReason", failures, ${ms('failing_since', 'failingSinceMs')},
  ${ms('failed_at', 'failedMs')}, ${ms('blocked_until', 'blockedUntilMs')}, ${ms('created_at', 'createdAtMs')},
  ${ms('updated_at', 'updatedAtMs')}`;

/** The endpoint as its own events contain it. */
export function endpointObject(endpoint: StoredEndpoint): WebhookEndpoint {
  const { id, url, description, events, drops, chains, minHype, enabled } = endpoint;
  const filters = { drops: drops && [...drops], chains: chains && [...chains], min_hype: minHype };
  return { id, url, events: [...events], description, filters, enabled };
}

/** Plans with webhooks. */
export const WEBHOOK_PLANS = PLANS.filter((plan) => PLAN_TERMS[plan].features.includes('webhooks'));

/**
 * SQL: true for an account with an active key of a plan with webhooks. Without one, its endpoints are paused and none of their
 * deliveries is lost.
 *
 * @param account - an expression; `plans` and `nowMs` are parameters: {@link WEBHOOK_PLANS}, and milliseconds since the epoch.
 */
export const hasWebhooks = (account: string, plans: string, nowMs: string): string => `EXISTS (
  SELECT FROM api_keys AS k WHERE k.account = ${account} AND k.plan = ANY (${plans}::text[]) AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > to_timestamp(${nowMs}::float8 / 1000))
)`;

/** The account has the largest permitted number of endpoints. */
export class EndpointLimitError extends Error {
  override readonly name = 'EndpointLimitError';
  constructor(readonly max: number) {
    super(`There are ${max} endpoints already`);
  }
}

/** The account has created the largest permitted number of endpoints in 24 hours, deleted ones included. */
export class EndpointDayLimitError extends Error {
  override readonly name = 'EndpointDayLimitError';
  constructor(
    readonly max: number,
    /** Earliest instant at which the account may create another one, milliseconds since the epoch. */
    readonly freeAtMs: number,
  ) {
    super(`${max} endpoints were created within 24 hours`);
  }
}

/** The endpoint has changed since the change was checked; check it again. */
export class EndpointChangedError extends Error {
  override readonly name = 'EndpointChangedError';
}
