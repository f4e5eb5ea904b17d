import { type ListBody, listEntityId, listGroupId, type Revision } from '../revision';

/** Active list. */
export interface ListEntry extends ListBody {
  /** `recordedAtMs` of the revision that activated its rows. */
  readonly publishedAtMs: number;
}

/** Active lists of a view by {@link listGroupId}, each group ordered by name. */
export type ListTable = ReadonlyMap<string, readonly ListEntry[]>;

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
    const group = listGroupId(id);
    const others = (next.get(group) ?? []).filter((list) => entityIdOf(list) !== id);
    const lists = body === null ? others : [...others, entryOf(body as ListBody, recordedAtMs)]; // By its entity.
    if (lists.length === 0) next.delete(group);
    else next.set(group, lists.sort(byName));
  }
  return next;
}

const entityIdOf = ({ drop, kind, name }: ListBody): string => listEntityId(drop, kind, name);

const byName = ({ name: a = '' }: ListBody, { name: b = '' }: ListBody): number => (a < b ? -1 : 1);

function entryOf({ published_at: publishedAt, ...body }: ListBody, recordedAtMs: number): ListEntry {
  return { ...body, publishedAtMs: publishedAt === undefined ? recordedAtMs : Date.parse(publishedAt) };
}
