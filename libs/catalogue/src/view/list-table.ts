import type { ListBody, Revision } from '../revision';

/** Active list. */
export interface ListEntry extends ListBody {
  /** `recordedAtMs` of the revision that activated its rows. */
  readonly publishedAtMs: number;
}

/** Active lists of a view by {@link listEntityId}. */
export type ListTable = ReadonlyMap<string, ListEntry>;

/**
 * Folds revisions of lists into a table.
 *
 * @param revisions - at most one per list.
 * @returns the same table without revisions.
 */
export function foldLists(table: ListTable, revisions: readonly Revision[]): ListTable {
  if (revisions.length === 0) return table;
  const next = new Map(table);
  for (const { id, body, recordedAtMs } of revisions) {
    if (body === null) next.delete(id);
    else next.set(id, entryOf(body as ListBody, recordedAtMs)); // By its entity.
  }
  return next;
}

function entryOf({ published_at: publishedAt, ...body }: ListBody, recordedAtMs: number): ListEntry {
  return { ...body, publishedAtMs: publishedAt === undefined ? recordedAtMs : Date.parse(publishedAt) };
}
