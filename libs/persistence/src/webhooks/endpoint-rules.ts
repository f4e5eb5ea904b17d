/**
 * SQL: by which rules an endpoint gets deliveries, whether they are claimed or taken as they are made. In both statements $1
 * is now (milliseconds since the epoch), $5 the interval between two deliveries to an endpoint (milliseconds), and $6 how
 * many may come at once.
 */
export const NOW = `to_timestamp($1::float8 / 1000)`;
export const INTERVAL = `make_interval(secs => $5::float8 / 1000)`;

/** Whether an endpoint is neither disabled nor left alone. */
export const IS_OPEN = `enabled AND deleted_at IS NULL AND (blocked_until IS NULL OR blocked_until <= ${NOW})`;

/** When what an endpoint has been sent would have been sent at its pace: by one burst ahead of now at most. */
export const PACED_UNTIL = `least(greatest(paced_until, ${NOW}), ${NOW} + $6::int * ${INTERVAL})`;

/** How many deliveries may be under way to an endpoint. `failures` and `most` are parameters: from how many failures on it is one. */
export const concurrency = (failures: string, most: string): string =>
  `CASE WHEN failures >= ${failures}::int THEN 1 ELSE ${most}::int END`;

/** How many deliveries its pace leaves an endpoint. `until` is an expression: its {@link PACED_UNTIL}. */
export const paceLeft = (until: string): string =>
  `floor(extract(epoch FROM ${NOW} - ${until} + $6::int * ${INTERVAL}) * 1000 / $5::float8)::int`;
