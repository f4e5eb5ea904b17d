import type { Database } from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';

/** Id of the active allocation list of a drop. @throws {BenchError} for a drop without a list. */
export async function activeListId(db: Database, drop: string): Promise<string> {
  const [list] = await db.query<{ id: string }>(
    `SELECT id::text FROM lists WHERE drop_id = $1 AND kind = 'allocation' AND in_force`,
    [drop],
  );
  if (list === undefined) throw new BenchError(`${drop} has no list`);
  return list.id;
}
