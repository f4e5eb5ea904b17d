import type { Database } from '../database/database';
import type { LeasedFinder } from './finder';
import { FinderRepository } from './finder.repository';

/**
 * Leases a finder before it is due, for a run that an operator asked for. The due time changes in the same transaction, so
 * that no worker leases it in between.
 *
 * @returns null while a worker runs it, and for a finder that no worker has declared.
 */
export function leaseNow(
  db: Database,
  finder: { readonly id: string; readonly leaseMs: number },
  nowMs: number,
): Promise<LeasedFinder | null> {
  return db.transaction(async (sql) => {
    await sql.query('UPDATE finders SET due_at = least(due_at, to_timestamp($2::float8 / 1000)) WHERE id = $1', [
      finder.id,
      nowMs,
    ]);
    const [leased] = await new FinderRepository(sql).lease([finder], 1, nowMs);
    return leased ?? null;
  });
}
