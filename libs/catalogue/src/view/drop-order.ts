import type { DropSort, SortOrder } from '@droptrack/contracts';
import type { DropEntry } from './drop-entry';
import type { Order, SortKey } from './order';

const SORT_KEY: Readonly<Record<DropSort, (row: DropEntry) => SortKey>> = {
  hype: (row) => row.hypeScore,
  ev: (row) => row.evP50Usd,
  snapshot: (row) => row.snapshotMs,
  legit: (row) => row.legit,
};

/** Order of a list of drops. */
export function dropOrder(sort: DropSort, order: SortOrder): Order<DropEntry> {
  return { key: SORT_KEY[sort], descending: order === 'desc' };
}
