import type { Database } from '../database/database';
import { findEndpoint } from './endpoints';
import { wakeDispatchers } from './queue-lock';

/** SQL: whether a worker has a delivery right now, whose lease has not ended. `$1` is now, milliseconds since the epoch. */
export const IS_UNDER_WAY = `status = 'sending' AND due_at > to_timestamp($1::float8 / 1000)`;

/**
 * Makes a delivery due again, from the beginning of the schedule, whatever became of it: the same event, the same bytes.
 * One that is under way is left to it.
 *
 * @param account - null where it does not matter whose it is.
 * @param deliveryId - of digits.
 * @returns whether it is due now; null when there is no such delivery.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function redeliver(
  db: Database,
  account: string | null,
  endpointId: string,
  deliveryId: string,
  nowMs: number,
): Promise<{ readonly isDue: boolean } | null> {
  if (!/^[0-9]{1,18}$/.test(deliveryId)) return Promise.resolve(null);
  return db.transaction(async (sql) => {
    if ((await findEndpoint(sql, account, endpointId)) === null) return null;
    const [found] = await sql.query<{ under_way: boolean }>(
      `SELECT ${IS_UNDER_WAY} AS under_way FROM deliveries WHERE id = $2 AND endpoint_id = $3 FOR NO KEY UPDATE`,
      [nowMs, deliveryId, endpointId],
    );
    if (found === undefined) return null;
    if (found.under_way) return { isDue: false };
    await sql.query(
      `UPDATE deliveries SET status = 'pending', due_at = to_timestamp($1::float8 / 1000), tries = 0, delivered_at = NULL
       WHERE id = $2`,
      [nowMs, deliveryId],
    );
    await wakeDispatchers(sql);
    return { isDue: true };
  });
}
