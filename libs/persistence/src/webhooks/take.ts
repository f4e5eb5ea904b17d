import { BREAKER } from '@droptrack/webhooks';
import type { Transaction } from '../database/database';
import { plainArray } from '../database/plain-array';
import { type ClaimOptions, DELIVERIES_PER_ENDPOINT } from './claim';
import { type ClaimedEndpoint, readClaimedEndpoints } from './claimed-endpoints';
import { concurrency, INTERVAL, IS_OPEN, NOW, PACED_UNTIL, paceLeft, stepMs } from './endpoint-rules';

/** How much a worker begins of deliveries that are made for it, at once. */
export type TakeOptions = Omit<ClaimOptions, 'nowMs'>;

/** An endpoint that may get something at once. */
export interface ReadyEndpoint extends ClaimedEndpoint {
  /** Deliveries that are noted as under way to it, at least 1. */
  readonly slots: number;
}

/**
 * What a claim would leave endpoints of what is about to be made for them, by the same rules. Its parameters: $1 now
 * (milliseconds since the epoch), $2 endpoints, $3 how much there is for each, $4 at a time and endpoint, $5 interval between
 * two deliveries to an endpoint (milliseconds), $6 how many may come at once, $7 failures from which an endpoint gets one at
 * a time, $8 interval between two deliveries to a host (milliseconds). An endpoint for which something waits gets nothing: that comes first.
 */
const TAKE = `
WITH ready AS MATERIALIZED (
  SELECT e.id, e.until, e.step_ms, room.slots
  FROM unnest($2::text[], $3::int[]) AS wanted (id, deliveries)
  CROSS JOIN LATERAL (
    SELECT bool_or(due_at <= ${NOW}) AS lost, count(*)::int AS busy
    FROM deliveries WHERE endpoint_id = wanted.id AND status = 'sending'
  ) AS sending
  CROSS JOIN LATERAL (
    SELECT id, ${PACED_UNTIL} AS until, ${concurrency('$7', '$4')} - sending.busy AS free, step_ms
    FROM webhook_endpoints AS e CROSS JOIN LATERAL (SELECT ${stepMs('e.id', '$8')} AS step_ms) AS pace
    WHERE id = wanted.id AND sending.lost IS NOT TRUE AND ${IS_OPEN}
    OFFSET 0
  ) AS e
  CROSS JOIN LATERAL (
    SELECT least(wanted.deliveries, e.free, ${paceLeft('e.until')}) AS slots
  ) AS room
  WHERE room.slots > 0 AND NOT EXISTS (
    SELECT FROM deliveries WHERE endpoint_id = wanted.id AND status = 'pending' AND due_at <= ${NOW}
  )
), paced AS (
  UPDATE webhook_endpoints AS e SET paced_until = ready.until + ready.slots * ${INTERVAL} FROM ready
  WHERE e.id = ready.id AND e.enabled AND e.deleted_at IS NULL
  RETURNING e.id, ready.slots
)
SELECT id, slots FROM paced`;

/**
 * Notes that endpoints get some of what is about to be made for them at once, as far as their concurrency, their breaker and
 * their pace allow it. Only for who has the lock of the queue.
 *
 * @param wanted - how much there is for each endpoint.
 * @param suffix - of the names of prepared statements.
 */
export async function takeSlots(
  sql: Transaction,
  wanted: ReadonlyMap<string, number>,
  options: ClaimOptions,
  suffix: string,
): Promise<ReadonlyMap<string, ReadyEndpoint>> {
  if (wanted.size === 0) return new Map();
  const { nowMs, perEndpoint = DELIVERIES_PER_ENDPOINT, ratePerSecond, ratePerHost = Infinity } = options;
  const rows = await sql.prepared<{ id: string; slots: number }>(`take_deliveries_${suffix}`, TAKE, [
    nowMs,
    plainArray([...wanted.keys()]),
    plainArray([...wanted.values()]),
    perEndpoint,
    1_000 / ratePerSecond,
    DELIVERIES_PER_ENDPOINT,
    BREAKER.failures,
    1_000 / ratePerHost,
  ]);
  const endpoints = await readClaimedEndpoints(
    sql,
    rows.map(({ id }) => id),
    nowMs,
    suffix,
  );
  return new Map(
    rows.flatMap(({ id, slots }) => {
      const endpoint = endpoints.get(id);
      return endpoint === undefined ? [] : [[id, { slots, ...endpoint }]];
    }),
  );
}
