import type { Sql } from '../database/database';

/** What is told when there may be something to claim: workers listen for it. */
export const DELIVERIES_CHANNEL = 'droptrack_deliveries';

const SETTINGS = [
  ...['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => [name, 'off']),
  // To plan a claim anew takes as long as to make it.
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
 * Lets what follows in the transaction go by indexes: right after a large fan-out the database does not know yet how
 * large the queue is, and would read all of it.
 *
 * @returns what names of prepared statements end with, which changes whenever the queue has doubled: a plan that was made
 *   for an empty one reads all of a full one.
 */
export async function preferIndexes(sql: Sql): Promise<string> {
  return suffixOf(await sql.query<Sizes>(`SELECT ${SETTINGS}, ${SIZES}`));
}

/**
 * Keeps everybody else from claiming, and from noting how endpoints do, until the end of the transaction; what was
 * committed before is seen. Goes by indexes as {@link preferIndexes} does.
 *
 * @returns as {@link preferIndexes}.
 */
export async function lockQueue(sql: Sql): Promise<string> {
  return suffixOf(await sql.query<Sizes>(`SELECT pg_advisory_xact_lock(7310011), ${SETTINGS}, ${SIZES}`));
}

const suffixOf = ([sizes]: readonly Sizes[]): string =>
  sizes === undefined ? '' : [sizes.deliveries, sizes.endpoints].map(doublings).join('_');

const doublings = (bytes: number): number => Math.ceil(Math.log2(1 + bytes / PAGE_BYTES));

/** Wakes the workers, when the transaction is committed. */
export async function wakeSenders(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, '']);
}
