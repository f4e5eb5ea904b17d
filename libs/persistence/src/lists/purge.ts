import type { ListKind } from '@droptrack/catalogue';
import type { Database } from '../database/database';
import { lockList } from './drop';

/** Rows deleted in one transaction: some 100 ms, after which others may come. */
const ROWS_AT_ONCE = 100_000;

/** What was deleted. */
export interface PurgeReport {
  readonly versions: readonly number[];
  readonly rows: number;
}

/**
 * Deletes the rows of a drop's versions that are not in force. The versions themselves stay, without rows: their numbers
 * are never given again.
 *
 * They are marked first, and look-ups that still ask for one end with `ListGoneError` from then on: without its rows
 * nobody could tell "not in the list" from "deleted". Killed in the middle, the next purge goes on.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function purgeLists(
  db: Database,
  { dropId, kind, nowMs }: { readonly dropId: string; readonly kind: ListKind; readonly nowMs: number },
  onRows: (rows: number) => void = () => undefined,
): Promise<PurgeReport> {
  const marked = await db.transaction(async (sql) => {
    await lockList(sql, dropId);
    return sql.query<{ id: number; version: number }>(
      `UPDATE lists SET purged_at = coalesce(purged_at, $3)
       WHERE drop_id = $1 AND kind = $2 AND NOT in_force
         AND (purged_at IS NULL OR EXISTS (SELECT FROM list_rows WHERE list_id = lists.id)
              OR EXISTS (SELECT FROM list_nodes WHERE list_id = lists.id))
       RETURNING id::float8 AS id, version`,
      [dropId, kind, new Date(nowMs)],
    );
  });
  let rows = 0;
  for (const { id } of marked) {
    await db.query('DELETE FROM list_nodes WHERE list_id = $1', [id]);
    for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
      deleted = await deleteSome(db, id);
      onRows((rows += deleted));
    }
  }
  return { versions: marked.map(({ version }) => version).sort((a, b) => a - b), rows };
}

async function deleteSome(db: Database, listId: number): Promise<number> {
  const [{ deleted } = { deleted: 0 }] = await db.query<{ deleted: number }>(
    `WITH gone AS (
       DELETE FROM list_rows WHERE list_id = $1 AND wallet <= coalesce(
         (SELECT wallet FROM list_rows WHERE list_id = $1 ORDER BY wallet OFFSET ${ROWS_AT_ONCE - 1} LIMIT 1), $2
       ) RETURNING 1
     ) SELECT count(*)::float8 AS deleted FROM gone`,
    [listId, LAST_WALLET],
  );
  return deleted;
}

/** Not before any wallet. */
const LAST_WALLET = Buffer.alloc(33, 0xff);
