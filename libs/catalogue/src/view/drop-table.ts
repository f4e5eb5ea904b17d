import { DEFAULT_SORT_ORDER, type DropSort } from '@droptrack/contracts';
import type { Revision } from '../revision';
import { type ArchivedDrop, type DropEntry, dropEntryOf, dropOrder, SEARCH_SEPARATOR } from './drop-entry';
import { DropPartitions } from './drop-partition';
import { BY_ID } from './order';
import { SearchIndex } from './search-index';
import { findById, withChanges } from './sorted';
import { foldSymbols, type SymbolTable } from './symbols';

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
  readonly symbols: SymbolTable;
}

const sortedBy = (rowsOf: (sort: DropSort) => readonly DropEntry[]): DropTable['sorted'] => ({
  hype: rowsOf('hype'),
  ev: rowsOf('ev'),
  snapshot: rowsOf('snapshot'),
  legit: rowsOf('legit'),
  name: rowsOf('name'),
  launch: rowsOf('launch'),
});

export const emptyDropTable: DropTable = tableOf(
  [],
  sortedBy(() => []),
  new SearchIndex(),
  new Map(),
);

/**
 * Folds revisions of drops and of their definitions into a table.
 *
 * @param revisions - of drops, at most one per drop.
 * @param definitions - at most one per drop.
 * @returns the same table if nothing changes.
 */
export function foldDrops(
  table: DropTable,
  revisions: readonly Revision[],
  definitions: readonly Revision[] = [],
): DropTable {
  return foldDropRows(table, revisions.map(dropEntryOf), definitions);
}

/**
 * Folds rows of drops, and revisions of definitions, into a table.
 *
 * @param added - at most one per drop.
 * @param definitions - at most one per drop.
 * @returns the same table if nothing changes.
 */
export function foldDropRows(
  table: DropTable,
  added: readonly (DropEntry | ArchivedDrop)[],
  definitions: readonly Revision[],
): DropTable {
  const symbols = foldSymbols(table.symbols, definitions);
  if (added.length === 0 && symbols === table.symbols) return table;
  const removed = added.map(({ id }) => findById(table.byId, id)).filter((row) => row !== null);
  const shownRemoved = removed.filter(isShown);
  const shownAdded = added.filter(isShown);
  const resort = (sort: DropSort): readonly DropEntry[] =>
    withChanges(table.sorted[sort], shownRemoved, shownAdded, dropOrder(sort, DEFAULT_SORT_ORDER[sort]));
  const sorted = sortedBy(resort);
  // A new log must not share an index with another one.
  const search = table.byId.length === 0 ? new SearchIndex() : table.search;
  const byId = withChanges(table.byId, removed, added, BY_ID);
  const renamed = symbols === table.symbols ? [] : definitions.map(({ id }) => findById(byId, id));
  for (const row of [...shownAdded, ...renamed.filter((row) => row !== null).filter(isShown)]) {
    search.learn({ id: row.id, searchText: `${row.searchText}${SEARCH_SEPARATOR}${symbols.get(row.id) ?? ''}` });
  }
  return tableOf(byId, sorted, search, symbols);
}

function tableOf(
  byId: DropTable['byId'],
  sorted: DropTable['sorted'],
  search: SearchIndex,
  symbols: SymbolTable,
): DropTable {
  return { byId, sorted, partitions: new DropPartitions(sorted), search, symbols };
}

/** Type guard: true for a published drop, false for an archived one. */
export function isShown(row: DropEntry | ArchivedDrop): row is DropEntry {
  return row.json !== null;
}
