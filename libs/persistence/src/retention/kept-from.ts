import type { Sql } from '../database/database';

/** What is not kept for ever. */
export type KeptEntity = 'readings' | 'points' | 'signal_days';

/**
 * Since when everything of a kind is there, milliseconds since the epoch; null while nothing was ever deleted. Of
 * readings, those that were observed or recorded since then; of points, each hour since then, and of earlier UTC days
 * the last one.
 */
export async function readKeptFrom(sql: Sql, entity: KeptEntity): Promise<number | null> {
  const [row] = await sql.query<{ ms: number }>(
    'SELECT (extract(epoch FROM kept_from) * 1000)::float8 AS ms FROM retention WHERE entity = $1',
    [entity],
  );
  return row?.ms ?? null;
}

/** Says that what is older may be gone from now on. Never goes back. */
export async function noteKeptFrom(sql: Sql, entity: KeptEntity, keptFromMs: number): Promise<void> {
  // Asked first: whoever writes the row keeps it until its transaction ends, and most find it written.
  if (((await readKeptFrom(sql, entity)) ?? -Infinity) >= keptFromMs) return;
  await sql.query(
    `INSERT INTO retention AS r (entity, kept_from) VALUES ($1, to_timestamp($2::float8 / 1000))
     ON CONFLICT (entity) DO UPDATE SET kept_from = greatest(r.kept_from, excluded.kept_from)`,
    [entity, keptFromMs],
  );
}
