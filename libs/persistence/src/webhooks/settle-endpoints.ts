import type { WebhookDisabledReason } from '@droptrack/contracts';
import { type EndpointHealth, healthAfter } from '@droptrack/webhooks';
import type { Transaction } from '../database/database';
import { plainArray } from '../database/plain-array';
import { tellDisabled } from './endpoint-events';
import { ENDPOINT_COLUMNS, type StoredEndpoint } from './endpoints-row';
import { lockQueue } from './queue';
import type { DeliveryOutcome } from './settle';

/** Endpoints that did well before and do well now are the rule; of them nothing is written. */
const FIND_SICK = `
  SELECT id FROM webhook_endpoints WHERE id = ANY ($1::text[]) AND (failures > 0 OR failing_since IS NOT NULL)`;

/**
 * Notes how endpoints do after these attempts, and disables those that are gone or have failed for days.
 *
 * @returns the ids of those.
 */
export async function settleEndpoints(
  sql: Transaction,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<string[]> {
  const ids = [...new Set(outcomes.map(({ delivery }) => delivery.endpointId))];
  const concerned = new Set(outcomes.flatMap((each) => (each.isDelivered ? [] : [each.delivery.endpointId])));
  for (const { id } of await sql.prepared<{ id: string }>('find_sick_endpoints', FIND_SICK, [plainArray(ids)])) {
    concerned.add(id);
  }
  if (concerned.size === 0) return [];
  // Claims write to the same rows: whoever has this lock waits for nobody who waits for it.
  await lockQueue(sql);
  const endpoints = await sql.query<SettledEndpoint>(
    `SELECT ${ENDPOINT_COLUMNS}, (extract(epoch FROM fresh_at) * 1000)::float8 AS "freshAtMs"
     FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
    [[...concerned]],
  );
  const ends = new Map<string, DeliveryOutcome[]>([...concerned].map((id) => [id, []]));
  for (const outcome of outcomes) ends.get(outcome.delivery.endpointId)?.push(outcome);
  const changes = endpoints.map((endpoint) => changeOf(endpoint, ends.get(endpoint.id) ?? [], nowMs));
  await update(sql, changes, nowMs);
  const disabled = changes.filter(({ disable }) => disable !== null);
  for (const { endpoint, disable } of disabled) {
    await tellDisabled(sql, { ...endpoint, enabled: false, disabledReason: disable }, nowMs);
  }
  return disabled.map(({ endpoint }) => endpoint.id);
}

/** Clocks differ by less, in milliseconds: what is further ahead was written by a wrong one. */
const FRESH_AHEAD_MS_MAX = 1_000;

interface SettledEndpoint extends StoredEndpoint {
  /** When it was last enabled or given another address; null for never. */
  readonly freshAtMs: number | null;
}

interface Change {
  readonly endpoint: StoredEndpoint;
  readonly health: EndpointHealth;
  /** Null for an endpoint that stays what it is. */
  readonly disable: WebhookDisabledReason | null;
}

/** What was sent to a former address, or before its owner enabled it, tells nothing of the endpoint as it is. */
const isOf = ({ url, freshAtMs }: SettledEndpoint, { delivery, atMs }: DeliveryOutcome, nowMs: number): boolean =>
  delivery.url === url && (freshAtMs === null || freshAtMs > nowMs + FRESH_AHEAD_MS_MAX || atMs >= freshAtMs);

function changeOf(endpoint: SettledEndpoint, outcomes: readonly DeliveryOutcome[], nowMs: number): Change {
  const inOrder = outcomes
    .filter((outcome) => isOf(endpoint, outcome, nowMs))
    .map(({ atMs, durationMs, isDelivered, statusCode }) => {
      return { startedMs: atMs, endedMs: atMs + durationMs, isDelivered, statusCode };
    })
    .sort((a, b) => a.endedMs - b.endedMs);
  let health: EndpointHealth = endpoint;
  let disable: WebhookDisabledReason | null = null;
  for (const attempt of inOrder) {
    const after = healthAfter(health, attempt);
    health = after.health;
    disable = after.disable ?? disable;
  }
  return { endpoint, health, disable: endpoint.enabled ? disable : null };
}

async function update(sql: Transaction, changes: readonly Change[], nowMs: number): Promise<void> {
  await sql.query(
    `UPDATE webhook_endpoints AS e
     SET failures = c.failures, failing_since = to_timestamp(c.since_ms / 1000), failed_at = to_timestamp(c.failed_ms / 1000),
         blocked_until = to_timestamp(c.blocked_ms / 1000), enabled = e.enabled AND c.disable IS NULL,
         disabled_reason = coalesce(c.disable, e.disabled_reason),
         updated_at = CASE WHEN c.disable IS NULL THEN e.updated_at ELSE to_timestamp($7::float8 / 1000) END
     FROM unnest($1::text[], $2::int[], $3::float8[], $4::float8[], $5::float8[], $6::text[])
       AS c (id, failures, since_ms, failed_ms, blocked_ms, disable)
     WHERE e.id = c.id`,
    [
      changes.map(({ endpoint }) => endpoint.id),
      changes.map(({ health }) => health.failures),
      changes.map(({ health }) => health.failingSinceMs),
      changes.map(({ health }) => health.failedMs),
      changes.map(({ health }) => health.blockedUntilMs),
      changes.map(({ disable }) => disable),
      nowMs,
    ],
  );
}
