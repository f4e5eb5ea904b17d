import type { MarketBody } from '../market/market';
import type { Revision } from '../revision';

/** Observations of a view by drop. */
export type MarketTable = ReadonlyMap<string, MarketBody>;

/**
 * Folds revisions of observations into a table.
 *
 * @param revisions - at most one per drop.
 * @returns the same table without revisions.
 */
export function foldMarkets(table: MarketTable, revisions: readonly Revision[]): MarketTable {
  if (revisions.length === 0) return table;
  const next = new Map(table);
  for (const { id, body } of revisions) {
    if (body === null) next.delete(id);
    else next.set(id, body as MarketBody); // By its entity.
  }
  return next;
}
