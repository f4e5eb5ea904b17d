import type { Sql } from '../database/database';

/** Tables with limited retention. */
type KeptEntity = 'readings' | 'points' | 'signal_days';

/**
 * Instant from which the rows of a table are complete, milliseconds since the epoch; null while nothing was deleted.
 * Readings: observed or recorded since then. Points: every hour since then, and the last of each earlier UTC day.
 */
export async function readKeptFrom(sql: Sql, entity: KeptEntity): Promise<number | null> {
  const [row] = await sql.query<{ ms: number }>(
    'SELECT (extract(epoch FROM kept_from) * 1000)::float8 AS ms FROM retention WHERE entity = $1',
    [entity],
  );
  return row?.ms ?? null;
}

/** Records that older rows may be deleted from now on. Never decreases. */
export async function raiseKeptFrom(sql: Sql, entity: KeptEntity, keptFromMs: number): Promise<void> {
  // Read first: a write locks the row until the end of the transaction, and is rarely necessary.
  if (((await readKeptFrom(sql, entity)) ?? -Infinity) >= keptFromMs) return;
  await sql.query(
    `INSERT INTO retention AS r (entity, kept_from) VALUES ($1, to_timestamp($2::float8 / 1000))
     ON CONFLICT (entity) DO UPDATE SET kept_from = greatest(r.kept_from, excluded.kept_from)`,
    [entity, keptFromMs],
  );
}
