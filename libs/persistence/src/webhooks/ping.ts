import { ATTEMPTS_MAX } from '@droptrack/webhooks';
import type { Database } from '../database/database';
import { storeEndpointEvent } from './events';
import { findEndpoint } from './endpoints';
import { wakeDispatchers } from './queue-lock';

/**
 * Has an endpoint sent a ping: once, since who asks wants to know how it does now, and before all that waits, also where
 * the endpoint is left alone for a while.
 *
 * @returns null when there is no such endpoint.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function pingEndpoint(
  db: Database,
  account: string,
  endpointId: string,
  nowMs: number,
): Promise<{ readonly deliveryId: string } | null> {
  const ping = await db.transaction(async (sql) => {
    const endpoint = await findEndpoint(sql, account, endpointId);
    if (endpoint === null) return null;
    const place = await storeEndpointEvent(sql, 'webhook.ping', endpoint, {}, nowMs);
    const [row] = await sql.query<{ id: string }>(
      `INSERT INTO deliveries (endpoint_id, event, status, due_at, tries, created_at)
       VALUES ($1, $2, 'pending', 'epoch', $3, to_timestamp($4::float8 / 1000)) RETURNING id::text AS id`,
      [endpointId, place, ATTEMPTS_MAX - 1, nowMs],
    );
    if (row === undefined) throw new Error('An insert gave no row');
    await wakeDispatchers(sql);
    return { deliveryId: row.id };
  });
  // Not together: whoever notes how endpoints do has a lock on them when it waits for its turn to store an event.
  if (ping !== null) await leaveAloneNoLonger(db, endpointId);
  return ping;
}

async function leaveAloneNoLonger(db: Database, endpointId: string): Promise<void> {
  await db.transaction(async (sql) => {
    await sql.query('UPDATE webhook_endpoints SET blocked_until = NULL WHERE id = $1 AND blocked_until IS NOT NULL', [
      endpointId,
    ]);
    await wakeDispatchers(sql);
  });
}
