import { randomBytes } from 'node:crypto';
import { endpointEvent, matches } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { ENDPOINT_COLUMNS, endpointObject, type StoredEndpoint } from './endpoints-row';

/**
 * Notes an event about an endpoint, for its account only.
 *
 * @param endpoint - as it is after what happened.
 * @param previous - members that changed, as they were.
 * @returns its place among the events.
 */
export async function addEndpointEvent(
  sql: Sql,
  type: 'webhook.ping' | 'webhook.disabled',
  endpoint: StoredEndpoint,
  previous: object,
  nowMs: number,
): Promise<string> {
  const id = `evt_${randomBytes(16).toString('base64url')}`;
  const { body } = endpointEvent(type, endpointObject(endpoint), previous, nowMs, id);
  const [row] = await sql.query<{ place: string }>(
    `INSERT INTO events (id, type, account, recorded_at, body)
     VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000), $5) RETURNING place::text AS place`,
    [id, type, endpoint.account, nowMs, body],
  );
  if (row === undefined) throw new Error('An insert gave no row');
  return row.place;
}

/** Notes that an endpoint was disabled, and tells those of the account's others that want to know. */
export async function tellDisabled(sql: Sql, endpoint: StoredEndpoint, nowMs: number): Promise<void> {
  const place = await addEndpointEvent(sql, 'webhook.disabled', endpoint, { enabled: true }, nowMs);
  const others = await sql.query<StoredEndpoint>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
     WHERE account = $1 AND id <> $2 AND enabled AND deleted_at IS NULL`,
    [endpoint.account, endpoint.id],
  );
  const event = { type: 'webhook.disabled', dropId: null, chain: null, hype: null } as const;
  const told = others.filter((other) => matches(other, event)).map(({ id }) => id);
  await sql.query(
    `INSERT INTO deliveries (endpoint_id, event, status, due_at, created_at)
     SELECT id, $2::bigint, 'pending', now.at, now.at
     FROM unnest($1::text[]) AS told (id), (SELECT to_timestamp($3::float8 / 1000) AS at) AS now`,
    [told, place, nowMs],
  );
}
