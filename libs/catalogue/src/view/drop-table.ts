import { DEFAULT_SORT_ORDER, type DropSort } from '@droptrack/contracts';
import type { Revision } from '../revision';
import { type ArchivedDrop, type DropEntry, dropEntryOf, dropOrder } from './drop-entry';
import { DropPartitions } from './drop-partition';
import { BY_ID } from './order';
import { SearchIndex } from './search-index';
import { findById, withChanges } from './sorted';

/** Drops of a view. Immutable except for the caches `partitions` and `search`. */
export interface DropTable {
  /** Sorted by id, including archived drops. */
  readonly byId: readonly (DropEntry | ArchivedDrop)[];
  /** Published drops by sort, in its default direction. */
  readonly sorted: Readonly<Record<DropSort, readonly DropEntry[]>>;
  /** The same rows in both directions, partitioned by status and chain, from which pages are read. */
  readonly partitions: DropPartitions;
  /** Search index, shared by all tables that are folded from the same one. */
  readonly search: SearchIndex;
}

export const emptyDropTable: DropTable = tableOf([], { hype: [], ev: [], snapshot: [], legit: [] }, new SearchIndex());

/**
 * Folds revisions of drops into a table.
 *
 * @param revisions - at most one per drop.
 * @returns the same table without revisions.
 */
export function foldDrops(table: DropTable, revisions: readonly Revision[]): DropTable {
  if (revisions.length === 0) return table;
  const added = revisions.map(dropEntryOf);
  const removed = added.map(({ id }) => findById(table.byId, id)).filter((row) => row !== null);
  const shownRemoved = removed.filter(isShown);
  const shownAdded = added.filter(isShown);
  const resort = (sort: DropSort): readonly DropEntry[] =>
    withChanges(table.sorted[sort], shownRemoved, shownAdded, dropOrder(sort, DEFAULT_SORT_ORDER[sort]));
  const sorted = { hype: resort('hype'), ev: resort('ev'), snapshot: resort('snapshot'), legit: resort('legit') };
  // A new log must not share an index with another one.
  const search = table.byId.length === 0 ? new SearchIndex() : table.search;
  for (const row of shownAdded) search.learn(row);
  return tableOf(withChanges(table.byId, removed, added, BY_ID), sorted, search);
}

function tableOf(byId: DropTable['byId'], sorted: DropTable['sorted'], search: SearchIndex): DropTable {
  return { byId, sorted, partitions: new DropPartitions(sorted), search };
}

/** Type guard: true for a published drop, false for an archived one. */
export function isShown(row: DropEntry | ArchivedDrop): row is DropEntry {
  return row.json !== null;
}
