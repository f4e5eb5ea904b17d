import { BLOCKED_AHEAD_MS_MAX } from '@droptrack/webhooks';

/**
 * SQL: by which rules an endpoint gets deliveries, whether they are claimed or taken as they are made. In both statements $1
 * is now (milliseconds since the epoch), $5 the interval between two deliveries to an endpoint (milliseconds), and $6 how
 * many may come at once. `step_ms` is the endpoint's own interval, a column: see {@link stepMs}.
 */
export const NOW = `to_timestamp($1::float8 / 1000)`;
export const INTERVAL = `make_interval(secs => step_ms / 1000)`;

/**
 * Interval between two deliveries to an endpoint, milliseconds: `$5`, and longer for one that shares its host with others of
 * its account, so that all of them together keep to the rate of a host. The shares are fixed, not work-conserving: a pace
 * that endpoints had in common would be one more row that every claim and every fan-out writes.
 *
 * @param id - expression: the endpoint's.
 * @param hostIntervalMs - parameter: interval between two deliveries to a host.
 */
export const stepMs = (id: string, hostIntervalMs: string): string =>
  `greatest($5::float8, ${hostIntervalMs}::float8 *
     coalesce((SELECT endpoints FROM webhook_host_shares WHERE endpoint_id = ${id}), 1))`;

/**
 * SQL: true while attempts to an endpoint pause, at an instant; unknown for one that never was blocked. What is further
 * ahead than any wait was written by a wrong clock.
 */
export const isBlocked = (now: string): string =>
  `(blocked_until > ${now} AND blocked_until <= ${now} + interval '${BLOCKED_AHEAD_MS_MAX} milliseconds')`;

/** SQL: true for an endpoint that is neither disabled nor blocked. */
export const IS_OPEN = `enabled AND deleted_at IS NULL AND ${isBlocked(NOW)} IS NOT TRUE`;

/**
 * When what an endpoint has been sent would have been sent at its pace: by one burst ahead of now at most. What is further
 * ahead by more than workers differ was written by a wrong clock, and counts as past.
 */
export const PACED_UNTIL = `(CASE WHEN paced_until > ${NOW} + $6::int * ${INTERVAL} + interval '1 second' THEN ${NOW}
  ELSE least(greatest(paced_until, ${NOW}), ${NOW} + $6::int * ${INTERVAL}) END)`;

/** How many deliveries may be under way to an endpoint. `failures` and `most` are parameters: from how many failures on it is one. */
export const concurrency = (failures: string, most: string): string =>
  `CASE WHEN failures >= ${failures}::int THEN 1 ELSE ${most}::int END`;

/** How many deliveries its pace leaves an endpoint. `until` is an expression: its {@link PACED_UNTIL}. */
export const paceLeft = (until: string): string =>
  `floor(extract(epoch FROM ${NOW} - ${until} + $6::int * ${INTERVAL}) * 1000 / step_ms)::int`;
