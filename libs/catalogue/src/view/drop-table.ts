import { DEFAULT_SORT_ORDER, type DropSort, type SortOrder } from '@droptrack/contracts';
import type { Revision } from '../revision';
import { type ArchivedDrop, dropEntryOf, type DropEntry } from './drop-entry';
import { BY_ID, type Order, type SortKey } from './order';
import { RowMemo } from './row-memo';
import { findById, withChanges } from './sorted';

/** The drops of a view. Immutable but for what `memo` remembers. */
export interface DropTable {
  /** By id, the archived ones as well. */
  readonly byId: readonly (DropEntry | ArchivedDrop)[];
  /** The drops that are not archived, under each sort in its default direction. */
  readonly sorted: Readonly<Record<DropSort, readonly DropEntry[]>>;
  /** Filtered and turned lists of this very table. */
  readonly memo: RowMemo<DropEntry>;
}

const SORT_KEY: Readonly<Record<DropSort, (row: DropEntry) => SortKey>> = {
  hype: (row) => row.hypeScore,
  ev: (row) => row.evP50Usd,
  snapshot: (row) => row.snapshotMs,
  legit: (row) => row.legit,
};

export const emptyDropTable: DropTable = {
  byId: [],
  sorted: { hype: [], ev: [], snapshot: [], legit: [] },
  memo: new RowMemo(),
};

/** The order of a list of drops. */
export function dropOrder(sort: DropSort, order: SortOrder): Order<DropEntry> {
  return { key: SORT_KEY[sort], descending: order === 'desc' };
}

/**
 * The table after revisions of drops.
 *
 * @param revisions - at most one for each drop.
 * @returns the same table when there are none.
 */
export function foldDrops(table: DropTable, revisions: readonly Revision[]): DropTable {
  if (revisions.length === 0) return table;
  const added = revisions.map(dropEntryOf);
  const removed = added.map(({ id }) => findById(table.byId, id)).filter((row) => row !== null);
  const shownRemoved = removed.filter(isShown);
  const shownAdded = added.filter(isShown);
  const resort = (sort: DropSort): readonly DropEntry[] =>
    withChanges(table.sorted[sort], shownRemoved, shownAdded, dropOrder(sort, DEFAULT_SORT_ORDER[sort]));
  return {
    byId: withChanges(table.byId, removed, added, BY_ID),
    sorted: { hype: resort('hype'), ev: resort('ev'), snapshot: resort('snapshot'), legit: resort('legit') },
    memo: new RowMemo(),
  };
}

/** Tells a drop that lists show from an archived one. */
export function isShown(row: DropEntry | ArchivedDrop): row is DropEntry {
  return row.json !== null;
}
