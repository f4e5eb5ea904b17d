import type { ListBody, Revision } from '../revision';

/** A list in force. */
export interface ListEntry extends ListBody {
  /** `recordedAtMs` of the revision that put its rows in force. */
  readonly publishedAtMs: number;
}

/** The lists in force of a view, by {@link listEntityId}. */
export type ListTable = ReadonlyMap<string, ListEntry>;

/**
 * The table after revisions of lists.
 *
 * @param revisions - at most one for each list.
 * @returns the same table when there are none.
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
