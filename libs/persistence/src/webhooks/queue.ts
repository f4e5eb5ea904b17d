import type { Sql } from '../database/database';

/** What is told when there may be something to claim: workers listen for it. */
export const DELIVERIES_CHANNEL = 'droptrack_deliveries';

const BY_INDEXES = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `set_config('${name}', 'off', true)`)
  .join(', ');

/**
 * Lets what follows in the transaction go by indexes: right after a large fan-out the database does not know yet how
 * large the queue is, and would read all of it.
 */
export async function preferIndexes(sql: Sql): Promise<void> {
  await sql.query(`SELECT ${BY_INDEXES}`);
}

/**
 * Keeps everybody else from claiming, and from noting how endpoints do, until the end of the transaction; what was
 * committed before is seen. Goes by indexes as {@link preferIndexes} does.
 */
export async function lockQueue(sql: Sql): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(7310011), ${BY_INDEXES}`);
}

/** Wakes the workers, when the transaction is committed. */
export async function wakeSenders(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, '']);
}
