import { BLOCKED_AHEAD_MS_MAX } from '@droptrack/webhooks';
import { hasWebhooks } from './endpoint';

const NOW = `to_timestamp($1::float8 / 1000)`;

/**
 * SQL: true while the circuit breaker of an endpoint is open, at an instant; unknown for one that never was. A value further
 * ahead than any wait was written by a wrong clock.
 */
export const isBlocked = (now: string): string =>
  `(blocked_until > ${now} AND blocked_until <= ${now} + interval '${BLOCKED_AHEAD_MS_MAX} milliseconds')`;

/** SQL: true for an endpoint that is enabled, not paused, and whose breaker is closed or half-open. */
const MAY_SEND = `enabled AND deleted_at IS NULL AND ${isBlocked(NOW)} IS NOT TRUE AND ${hasWebhooks('e.account', '$7', '$1')}`;

/** SQL: concurrency limit of an endpoint, 1 while its breaker is half-open. */
const CONCURRENCY = `CASE WHEN failures >= $9::int THEN 1 ELSE $3::int END`;

/**
 * SQL: interval between two deliveries to an endpoint, milliseconds: longer for one that shares its host with others of its
 * account, so that all of them together keep to the rate of a host. The shares are fixed, not work-conserving: a common rate
 * would be one more row that every lease writes.
 */
const STEP_MS = `greatest($5::float8, $10::float8 *
  coalesce((SELECT endpoints FROM webhook_host_shares WHERE endpoint_id = e.id), 1))`;
const INTERVAL = `make_interval(secs => step_ms / 1000)`;

/**
 * SQL: theoretical arrival time of the rate limit, ahead of now by one burst at most. A value further ahead than the clocks
 * of workers differ was written by a wrong clock, and counts as past.
 */
const PACED_UNTIL = `(CASE WHEN paced_until > ${NOW} + $6::int * ${INTERVAL} + interval '1 second' THEN ${NOW}
  ELSE least(greatest(paced_until, ${NOW}), ${NOW} + $6::int * ${INTERVAL}) END)`;

/** SQL: number of deliveries that the rate limit of an endpoint permits now. */
const RATE_LEFT = `floor(extract(epoch FROM ${NOW} - e.until + $6::int * ${INTERVAL}) * 1000 / step_ms)::int`;

/** SQL: the first delivery in the queue of the endpoints in a range of ids. */
const firstOf = (range: string) => `
  SELECT endpoint_id, status, due_at FROM deliveries
  WHERE ${range} AND status IN ('pending', 'sending') ORDER BY endpoint_id, status, due_at LIMIT 1`;

/**
 * Leases due deliveries in one statement. Its parameters: $1 now (milliseconds since the epoch), $2 most deliveries, $3
 * concurrency limit of an endpoint, $4 end of the lease (milliseconds since the epoch), $5 interval between two deliveries to
 * an endpoint (milliseconds), $6 burst, $7 plans with webhooks, $8 first endpoint, $9 failures from which a breaker is
 * half-open, $10 interval between two deliveries to a host (milliseconds).
 *
 * `claims` counts the leases of a delivery. `upper` and `lower` skip along the queue's index from endpoint to endpoint, from $8 on and once around, and stop when there
 * is enough: neither idle endpoints nor backlogs are read. Of an endpoint, `busy` deliveries have a running lease, and `lost` is
 * true if a lease has expired. `found` holds the deliveries that endpoints may get, by the rest
 * of their concurrency (`slots`) and of their rate (generic cell rate algorithm: `paced_until` advances by an interval for
 * each delivery). An endpoint that only its rate holds back is a row without a delivery, for `next`: when an endpoint with
 * free slots may get more. `is_held`, of a lease without deliveries, is true if due deliveries wait for attempts in flight;
 * otherwise no lease is needed when attempts end.
 *
 * A CASE around a condition keeps the planner from an index on it: with statistics that are out of date, it may estimate the
 * queue as nearly empty.
 */
export const LEASE = `
WITH RECURSIVE upper (id, status, due_at) AS (
  (${firstOf('endpoint_id >= $8')})
  UNION ALL
  SELECT next.* FROM upper CROSS JOIN LATERAL (${firstOf('endpoint_id > upper.id')}) AS next
), lower (id, status, due_at) AS (
  (${firstOf('endpoint_id < $8')})
  UNION ALL
  SELECT next.* FROM lower CROSS JOIN LATERAL (${firstOf('endpoint_id > lower.id AND endpoint_id < $8')}) AS next
), found AS MATERIALIZED (
  SELECT d.*, e.id AS endpoint_id, room.slots, room.room, room.until, e.step_ms
  FROM (SELECT * FROM upper UNION ALL SELECT * FROM lower) AS active
  CROSS JOIN LATERAL (
    SELECT bool_or(due_at <= ${NOW}) AS lost, count(*) FILTER (WHERE due_at > ${NOW})::int AS busy
    FROM deliveries WHERE endpoint_id = active.id AND status = 'sending'
  ) AS sending
  CROSS JOIN LATERAL (
    SELECT id, ${PACED_UNTIL} AS until, ${CONCURRENCY} - sending.busy AS slots, step_ms
    FROM webhook_endpoints AS e CROSS JOIN LATERAL (SELECT ${STEP_MS} AS step_ms) AS pace
    WHERE id = active.id AND (sending.lost OR active.status = 'pending' AND active.due_at <= ${NOW}) AND ${MAY_SEND}
    OFFSET 0
  ) AS e
  CROSS JOIN LATERAL (
    SELECT e.slots, e.until, least(e.slots, ${RATE_LEFT}) AS room
  ) AS room
  LEFT JOIN LATERAL (
    (SELECT id, claims, due_at FROM deliveries
     WHERE endpoint_id = active.id AND status = 'pending' AND due_at <= ${NOW} ORDER BY due_at LIMIT greatest(room, 0))
    UNION ALL
    (SELECT id, claims, due_at FROM deliveries
     WHERE sending.lost AND endpoint_id = active.id AND status = 'sending' AND due_at <= ${NOW}
     ORDER BY due_at LIMIT greatest(room, 0))
    ORDER BY due_at LIMIT greatest(room, 0)
  ) AS d ON true
  WHERE d.id IS NOT NULL OR room.room <= 0 AND room.slots > 0
  LIMIT $2
), locked AS MATERIALIZED (
  SELECT d.id, d.due_at, found.slots, found.room, found.until, found.step_ms FROM found JOIN deliveries AS d ON d.id = found.id
  WHERE CASE WHEN d.status IN ('pending', 'sending') THEN d.claims = found.claims AND d.due_at = found.due_at END
  FOR NO KEY UPDATE OF d SKIP LOCKED
), leased AS (
  UPDATE deliveries AS d SET status = 'sending', due_at = to_timestamp($4::float8 / 1000), claims = d.claims + 1
  FROM locked WHERE d.id = locked.id
  RETURNING d.id, d.claims, d.endpoint_id, d.event, d.tries, greatest(locked.due_at, d.created_at) AS due_at,
            locked.slots, locked.room, locked.until, locked.step_ms
), counts AS (
  SELECT endpoint_id, count(*)::int AS leased, min(slots) AS slots, min(room) AS room, min(until) AS until,
         min(step_ms) AS step_ms
  FROM leased GROUP BY endpoint_id
), paced AS (
  UPDATE webhook_endpoints AS e SET paced_until = t.until + t.leased * ${INTERVAL} FROM counts AS t WHERE e.id = t.endpoint_id
), next AS (
  SELECT CASE WHEN (SELECT count(*) FROM found) >= $2 THEN ${NOW}
              ELSE min(until + (leased + $6::int / 2 - $6::int) * ${INTERVAL}) END AS at
  FROM (
    SELECT leased, until, step_ms FROM counts WHERE leased = room AND leased < slots
    UNION ALL
    SELECT 0, until, step_ms FROM found WHERE id IS NULL
  ) AS paced
)
SELECT c.id::text AS id, c.claims AS lease_number, c.endpoint_id, c.event::text AS event, c.tries,
       (extract(epoch FROM c.due_at) * 1000)::float8 AS due_ms, (extract(epoch FROM next.at) * 1000)::float8 AS next_ms,
       c.id IS NULL AND EXISTS (
         SELECT FROM (SELECT * FROM upper UNION ALL SELECT * FROM lower) AS active
         JOIN webhook_endpoints AS e ON e.id = active.id
         WHERE status = 'pending' AND due_at <= ${NOW} AND ${MAY_SEND}
       ) AS is_held
FROM next LEFT JOIN leased AS c ON true`;
