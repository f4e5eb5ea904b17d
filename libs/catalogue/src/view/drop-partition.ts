import { DEFAULT_SORT_ORDER, type DropSort, type DropStatus, type SortOrder } from '@droptrack/contracts';
import type { DropEntry } from './drop-entry';
import { dropOrder } from './drop-order';
import type { SearchIndex } from './search-index';
import { SearchablePlaces } from './searchable-places';
import { turned } from './sorted';

/** Ascending indexes in a list. */
type Places = readonly number[];

/** Null: all values. */
type Wanted<T> = ReadonlySet<T> | null;

/** Drops in one order, with the indexes of each status and chain. */
export class DropPartition {
  private readonly byStatus = new Map<DropStatus, number[]>();
  private readonly byChain = new Map<string, Map<DropStatus, number[]>>();
  private searchable: SearchablePlaces | null = null;

  constructor(readonly rows: readonly DropEntry[]) {
    rows.forEach(({ status, chain }, place) => {
      placesUnder(this.byStatus, status).push(place);
      let ofChain = this.byChain.get(chain);
      if (ofChain === undefined) this.byChain.set(chain, (ofChain = new Map()));
      placesUnder(ofChain, status).push(place);
    });
  }

  /** Indexes of the drops with these statuses and chains, as disjoint lists; null for all drops. */
  placesOf(statuses: Wanted<DropStatus>, chains: Wanted<string>): readonly Places[] | null {
    if (chains === null) return statuses && pick(this.byStatus, statuses);
    return pick(this.byChain, chains).flatMap((ofChain) => pick(ofChain, statuses));
  }

  /** Candidates of a search by index. */
  searchablePlaces(index: SearchIndex): SearchablePlaces {
    return (this.searchable ??= new SearchablePlaces(this.rows, index));
  }
}

/**
 * Drops of one table in each sort and direction, partitioned on first use in one pass, so that a filter reads only the rows
 * that it returns. There are eight partitions, independent of the number of filters.
 */
export class DropPartitions {
  private readonly made = new Map<string, DropPartition>();

  /** @param sorted - rows by sort, in its default direction. */
  constructor(private readonly sorted: Readonly<Record<DropSort, readonly DropEntry[]>>) {}

  of(sort: DropSort, order: SortOrder): DropPartition {
    const name = `${sort} ${order}`;
    let partition = this.made.get(name);
    if (partition === undefined) {
      partition = new DropPartition(this.inOrder(sort, order));
      this.made.set(name, partition);
    }
    return partition;
  }

  private inOrder(sort: DropSort, order: SortOrder): readonly DropEntry[] {
    const byDefault = DEFAULT_SORT_ORDER[sort];
    return order === byDefault ? this.sorted[sort] : turned(this.sorted[sort], dropOrder(sort, byDefault));
  }
}

function placesUnder(places: Map<DropStatus, number[]>, status: DropStatus): number[] {
  let known = places.get(status);
  if (known === undefined) places.set(status, (known = []));
  return known;
}

function pick<K, V>(from: ReadonlyMap<K, V>, wanted: Wanted<K>): V[] {
  if (wanted === null) return [...from.values()];
  const picked: V[] = [];
  for (const key of wanted) {
    const value = from.get(key);
    if (value !== undefined) picked.push(value);
  }
  return picked;
}
