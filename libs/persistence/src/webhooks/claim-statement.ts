import { concurrency, INTERVAL, IS_OPEN, NOW, PACED_UNTIL, paceLeft, stepMs } from './endpoint-rules';
import { isTold } from './paused';

/** Neither disabled nor left alone, and of an account that is told. */
const IS_SENT_TO = `${IS_OPEN} AND ${isTold('e.account', '$7', '$1')}`;

/** The first of what an endpoint has in the queue, of the endpoints in a range of ids. */
const firstOf = (range: string) => `
  SELECT endpoint_id, status, due_at FROM deliveries
  WHERE ${range} AND status IN ('pending', 'sending') ORDER BY endpoint_id, status, due_at LIMIT 1`;

/**
 * Takes what is due, in one statement. Its parameters: $1 now (milliseconds since the epoch), $2 deliveries at most, $3 at
 * a time and endpoint, $4 when the lease ends (milliseconds since the epoch), $5 interval between two deliveries to an
 * endpoint (milliseconds), $6 how many may come at once, $7 plans with webhooks, $8 from which endpoint on, $9 failures
 * from which an endpoint gets one at a time, $10 interval between two deliveries to a host (milliseconds).
 *
 * `upper` and `lower` jump along the queue's index from endpoint to endpoint, from $8 on and once around, and only until
 * there is enough: neither idle endpoints nor backlogs are read. `found` is what endpoints may get: what is left of their
 * concurrency (`slots`), and of their pace (generic cell rate algorithm: `paced_until` runs ahead of the clock by an
 * interval for each delivery, by one burst at most). An endpoint that its pace alone holds back is a row without a
 * delivery, for `next`: when an endpoint may get more that could take it. `is_held` says of a claim that took nothing whether
 * there was something to take; who knows that there was not need not look again when attempts end.
 *
 * A CASE around a condition keeps it from being the way in: statistics that are out of date may tell that next to nothing
 * is in the queue.
 */
export const CLAIM = `
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
    SELECT id, ${PACED_UNTIL} AS until, ${concurrency('$9', '$3')} - sending.busy AS slots, step_ms
    FROM webhook_endpoints AS e CROSS JOIN LATERAL (SELECT ${stepMs('e.id', '$10')} AS step_ms) AS pace
    WHERE id = active.id AND (sending.lost OR active.status = 'pending' AND active.due_at <= ${NOW}) AND ${IS_SENT_TO}
    OFFSET 0
  ) AS e
  CROSS JOIN LATERAL (
    SELECT e.slots, e.until, least(e.slots, ${paceLeft('e.until')}) AS room
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
), ours AS MATERIALIZED (
  SELECT d.id, d.due_at, found.slots, found.room, found.until, found.step_ms FROM found JOIN deliveries AS d ON d.id = found.id
  WHERE CASE WHEN d.status IN ('pending', 'sending') THEN d.claims = found.claims AND d.due_at = found.due_at END
  FOR NO KEY UPDATE OF d SKIP LOCKED
), claimed AS (
  UPDATE deliveries AS d SET status = 'sending', due_at = to_timestamp($4::float8 / 1000), claims = d.claims + 1
  FROM ours WHERE d.id = ours.id
  RETURNING d.id, d.claims, d.endpoint_id, d.event, d.tries, greatest(ours.due_at, d.created_at) AS due_at,
            ours.slots, ours.room, ours.until, ours.step_ms
), taken AS (
  SELECT endpoint_id, count(*)::int AS taken, min(slots) AS slots, min(room) AS room, min(until) AS until,
         min(step_ms) AS step_ms
  FROM claimed GROUP BY endpoint_id
), paced AS (
  UPDATE webhook_endpoints AS e SET paced_until = t.until + t.taken * ${INTERVAL} FROM taken AS t WHERE e.id = t.endpoint_id
), next AS (
  SELECT CASE WHEN (SELECT count(*) FROM found) >= $2 THEN ${NOW}
              ELSE min(until + (taken + $6::int / 2 - $6::int) * ${INTERVAL}) END AS at
  FROM (
    SELECT taken, until, step_ms FROM taken WHERE taken = room AND taken < slots
    UNION ALL
    SELECT 0, until, step_ms FROM found WHERE id IS NULL
  ) AS paced
)
SELECT c.id::text AS id, c.claims AS claim, c.endpoint_id, c.event::text AS event, c.tries,
       (extract(epoch FROM c.due_at) * 1000)::float8 AS due_ms, (extract(epoch FROM next.at) * 1000)::float8 AS next_ms,
       c.id IS NULL AND EXISTS (
         SELECT FROM (SELECT * FROM upper UNION ALL SELECT * FROM lower) AS active
         JOIN webhook_endpoints AS e ON e.id = active.id
         WHERE status = 'pending' AND due_at <= ${NOW} AND ${IS_SENT_TO}
       ) AS is_held
FROM next LEFT JOIN claimed AS c ON true`;
