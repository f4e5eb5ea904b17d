import type { WebhookDisabledReason } from '@droptrack/contracts';
import { type EndpointHealth, healthAfter, matches } from '@droptrack/webhooks';
import type { Transaction } from '../database/database';
import { plainArray } from '../database/plain-array';
import { ENDPOINT_COLUMNS, type StoredEndpoint } from './endpoint';
import { EventRepository } from './event.repository';
import { lockQueue } from './queue-lock';
import type { DeliveryOutcome } from './outcomes';

/** Most endpoints were healthy before and are healthy now; nothing is written for them. */
const FIND_FAILING = `
  SELECT id FROM webhook_endpoints WHERE id = ANY ($1::text[]) AND (failures > 0 OR failing_since IS NOT NULL)`;

/**
 * Updates the circuit breakers of endpoints after attempts, and disables endpoints that are gone or have failed for days.
 *
 * @returns the ids of disabled endpoints.
 */
export async function recordHealth(
  sql: Transaction,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<string[]> {
  const ids = [...new Set(outcomes.map(({ delivery }) => delivery.endpointId))];
  const concerned = new Set(outcomes.flatMap((each) => (each.isDelivered ? [] : [each.delivery.endpointId])));
  for (const { id } of await sql.prepared<{ id: string }>('find_failing_endpoints', FIND_FAILING, [plainArray(ids)])) {
    concerned.add(id);
  }
  if (concerned.size === 0) return [];
  // Leases update the same rows; with the lock of the queue first, there is no deadlock.
  await lockQueue(sql);
  const endpoints = await sql.query<JudgedEndpoint>(
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
    await publishDisabled(sql, { ...endpoint, enabled: false, disabledReason: disable }, nowMs);
  }
  return disabled.map(({ endpoint }) => endpoint.id);
}

/** Largest difference between clocks, in milliseconds: a value further ahead was written by a wrong clock. */
const FRESH_AHEAD_MS_MAX = 1_000;

interface JudgedEndpoint extends StoredEndpoint {
  /** When it was last enabled or its URL changed; null for never. */
  readonly freshAtMs: number | null;
}

interface Change {
  readonly endpoint: StoredEndpoint;
  readonly health: EndpointHealth;
  /** Null for an endpoint that is not disabled by the attempts. */
  readonly disable: WebhookDisabledReason | null;
}

/** False for an attempt to a former URL, or from before the owner enabled the endpoint. */
const isOf = ({ url, freshAtMs }: JudgedEndpoint, { delivery, atMs }: DeliveryOutcome, nowMs: number): boolean =>
  delivery.url === url && (freshAtMs === null || freshAtMs > nowMs + FRESH_AHEAD_MS_MAX || atMs >= freshAtMs);

function changeOf(endpoint: JudgedEndpoint, outcomes: readonly DeliveryOutcome[], nowMs: number): Change {
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

/** Publishes that an endpoint was disabled: to the event feed, and to the other endpoints of the account that subscribe. */
async function publishDisabled(sql: Transaction, endpoint: StoredEndpoint, nowMs: number): Promise<void> {
  const place = await new EventRepository(sql).storeForEndpoint('webhook.disabled', endpoint, { enabled: true }, nowMs);
  const others = await sql.query<StoredEndpoint>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
     WHERE account = $1 AND id <> $2 AND enabled AND deleted_at IS NULL`,
    [endpoint.account, endpoint.id],
  );
  const event = { type: 'webhook.disabled', dropId: null, chain: null, hype: null } as const;
  const subscribers = others.filter((other) => matches(other, event)).map(({ id }) => id);
  await sql.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT id, $2::bigint, 'pending', now.at, now.at
     FROM unnest($1::text[]) AS subscriber (id), (SELECT to_timestamp($3::float8 / 1000) AS at) AS now`,
    [subscribers, place, nowMs],
  );
}
