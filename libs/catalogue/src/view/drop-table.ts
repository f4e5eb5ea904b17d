import { DEFAULT_SORT_ORDER, type DropSort } from '@droptrack/contracts';
import type { Revision } from '../revision';
import { type ArchivedDrop, dropEntryOf, type DropEntry } from './drop-entry';
import { dropOrder } from './drop-order';
import { DropPartitions } from './drop-partition';
import { BY_ID } from './order';
import { SearchIndex } from './search-index';
import { findById, withChanges } from './sorted';

/** The drops of a view. Immutable but for what `partitions` has made ready, and what `search` has learnt. */
export interface DropTable {
  /** By id, the archived ones as well. */
  readonly byId: readonly (DropEntry | ArchivedDrop)[];
  /** The drops that are not archived, under each sort in its default direction. */
  readonly sorted: Readonly<Record<DropSort, readonly DropEntry[]>>;
  /** The same rows in every direction, by status and chain: what pages are cut from. */
  readonly partitions: DropPartitions;
  /** Where a search begins; of all tables that come of one another. */
  readonly search: SearchIndex;
}

export const emptyDropTable: DropTable = tableOf([], { hype: [], ev: [], snapshot: [], legit: [] }, new SearchIndex());

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
  const sorted = { hype: resort('hype'), ev: resort('ev'), snapshot: resort('snapshot'), legit: resort('legit') };
  // Tables that begin empty have nothing in common.
  const search = table.byId.length === 0 ? new SearchIndex() : table.search;
  for (const row of shownAdded) search.learn(row);
  return tableOf(withChanges(table.byId, removed, added, BY_ID), sorted, search);
}

function tableOf(byId: DropTable['byId'], sorted: DropTable['sorted'], search: SearchIndex): DropTable {
  return { byId, sorted, partitions: new DropPartitions(sorted), search };
}

/** Tells a drop that lists show from an archived one. */
export function isShown(row: DropEntry | ArchivedDrop): row is DropEntry {
  return row.json !== null;
}
