import type { Sql } from '../database/database';

/** Channel of the wake-up signals for dispatchers: deliveries may have become due. */
const DELIVERIES_CHANNEL = 'droptrack_deliveries';

const SETTINGS = [
  ...['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => [name, 'off']),
  // Planning a lease takes as long as its execution.
  ['plan_cache_mode', 'force_generic_plan'],
]
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ');
const SIZES = `pg_relation_size('deliveries')::float8 AS deliveries, pg_relation_size('webhook_endpoints')::float8 AS endpoints`;
const PAGE_BYTES = 8_192;

interface Sizes {
  readonly deliveries: number;
  readonly endpoints: number;
}

/**
 * Makes the rest of the transaction use indexes: right after many deliveries were created, the statistics do not show yet how
 * large the queue is, and the planner would choose to read all of it.
 *
 * @returns a suffix for names of prepared statements, which changes whenever the queue has doubled: a plan for an empty queue
 *   reads all of a full one.
 */
export async function preferIndexes(sql: Sql): Promise<string> {
  return suffixOf(await sql.query<Sizes>(`SELECT ${SETTINGS}, ${SIZES}`));
}

/**
 * Excludes other leases and other updates of circuit breakers until the end of the transaction; everything that they have
 * committed is visible. Uses indexes as {@link preferIndexes} does.
 *
 * @returns as {@link preferIndexes}.
 */
export async function lockQueue(sql: Sql): Promise<string> {
  return suffixOf(await sql.query<Sizes>(`SELECT pg_advisory_xact_lock(7310011), ${SETTINGS}, ${SIZES}`));
}

const suffixOf = ([sizes]: readonly Sizes[]): string =>
  sizes === undefined ? '' : [sizes.deliveries, sizes.endpoints].map(doublings).join('_');

const doublings = (bytes: number): number => Math.ceil(Math.log2(1 + bytes / PAGE_BYTES));

/** Wakes the dispatchers of all workers, when the transaction is committed. */
export async function wakeDispatchers(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, '']);
}
