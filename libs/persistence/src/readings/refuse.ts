import type { Sql } from '../database/database';
import type { ReadingFault, ReadingFaults } from './refused.error';

/** A faulty line, and how many there are in all. */
type FaultyRow = ReadingFault & { readonly total: number };

const FIRST = 'ORDER BY line LIMIT 100';

/** Readings of drops that there are not, or no longer. */
export async function refuseUnknownDrops(sql: Sql, faults: ReadingFaults): Promise<void> {
  await refuse(
    sql,
    faults,
    `SELECT line, 'drop "' || drop_id || '" is ' || CASE WHEN d.id IS NULL THEN 'not known' ELSE 'archived' END AS message
     FROM staged_readings LEFT JOIN drops AS d ON d.id = drop_id WHERE d.id IS NULL OR d.archived_at IS NOT NULL`,
  );
}

const sameAs = (line: string) => `'the same drop, signal and instant as line ' || ${line}`;

/** Readings of one signal at one instant: which of them holds, nobody could say. */
export async function refuseDuplicates(sql: Sql, faults: ReadingFaults): Promise<void> {
  await refuse(
    sql,
    faults,
    `SELECT line, ${sameAs('first')} AS message
     FROM staged_readings JOIN (
       SELECT drop_id, signal, observed_at, min(line) AS first FROM staged_readings
       GROUP BY drop_id, signal, observed_at HAVING count(*) > 1
     ) AS doubled USING (drop_id, signal, observed_at)
     WHERE line > first`,
  );
}

/**
 * Takes readings that are stored out of the staged ones. Those that were stored with another
 * value are refused: points were made of that one, and the past is not rewritten. So are
 * duplicates among them, which {@link refuseDuplicates} sees no more.
 */
export async function takeOutKnown(sql: Sql, faults: ReadingFaults): Promise<void> {
  const rows = await sql.query<FaultyRow>(
    `WITH known AS (
       DELETE FROM staged_readings AS staged USING readings AS stored
       WHERE stored.drop_id = staged.drop_id AND stored.signal = staged.signal
         AND stored.observed_at = staged.observed_at
       RETURNING staged.*, stored.value AS stored
     ), faulty AS (
       SELECT line, 'stored already as ' || stored || ', and the past is not rewritten' AS message
       FROM known WHERE value <> stored
       UNION ALL
       SELECT line, ${sameAs('first')}
       FROM (SELECT line, min(line) OVER (PARTITION BY drop_id, signal, observed_at) AS first FROM known) AS numbered
       WHERE line > first
     )
     SELECT line, message, count(*) OVER ()::integer AS total FROM faulty ${FIRST}`,
  );
  faults.add(rows, rows[0]?.total ?? 0);
}

async function refuse(sql: Sql, faults: ReadingFaults, select: string): Promise<void> {
  const rows = await sql.query<FaultyRow>(
    `SELECT line, message, count(*) OVER ()::integer AS total FROM (${select}) AS faulty ${FIRST}`,
  );
  faults.add(rows, rows[0]?.total ?? 0);
}
