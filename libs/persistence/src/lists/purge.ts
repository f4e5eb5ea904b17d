import type { Database } from '../database/database';
import { keyOfReference, type ListReference } from './list-key';
import { ListRowRepository } from './list-row.repository';
import { ListRepository } from './list.repository';

/** Result of a purge. */
export interface PurgeReport {
  readonly versions: readonly number[];
  readonly rows: number;
}

/**
 * Deletes the rows of inactive versions of a list. The versions themselves stay, since their numbers are never reused.
 *
 * Versions are marked first: from then on look-ups in them fail with `ListGoneError`, which distinguishes "deleted" from
 * "not in the list". A purge that was killed is continued by the next one.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function purgeLists(
  db: Database,
  { nowMs, ...of }: ListReference & { readonly nowMs: number },
  onRows: (rows: number) => void = () => undefined,
): Promise<PurgeReport> {
  const marked = await db.transaction(async (sql) => {
    const lists = new ListRepository(sql);
    await lists.lock(of.dropId);
    return lists.markPurged(keyOfReference(of), nowMs);
  });
  let rows = 0;
  for (const { id } of marked) {
    for await (const deleted of new ListRowRepository(db).deleteAll(id)) onRows((rows += deleted));
  }
  return { versions: marked.map(({ version }) => version).sort((a, b) => a - b), rows };
}
