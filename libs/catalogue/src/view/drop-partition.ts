import {
  DEFAULT_SORT_ORDER,
  DROP_STATUSES,
  type DropSort,
  type DropStatus,
  type SortOrder,
} from '@droptrack/contracts';
import { type DropEntry, dropOrder } from './drop-entry';
import type { SearchIndex } from './search-index';
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

/**
 * Index, status and chain of the drops of one list by their numbers in the search index, in flat arrays: access to the rows,
 * which are scattered in memory, would take longer than the rest of a search.
 */
export class SearchablePlaces {
  private readonly placeOf: Int32Array;
  /** Status and chain as one number, by index. */
  private readonly kindAt: Uint32Array;
  private readonly chains = new Map<string, number>();

  constructor(
    rows: readonly DropEntry[],
    private readonly index: SearchIndex,
  ) {
    this.placeOf = new Int32Array(index.size).fill(-1);
    this.kindAt = new Uint32Array(rows.length);
    rows.forEach(({ id, status, chain }, place) => {
      this.placeOf[index.numberOf(id)] = place;
      if (!this.chains.has(chain)) this.chains.set(chain, this.chains.size);
      this.kindAt[place] = this.kindOf(status, chain);
    });
  }

  /**
   * Returns the ascending indexes of the candidates for a text with these statuses and chains.
   *
   * @param begin - first index.
   * @param most - maximum number of candidates. The result is null for more, and for a text shorter than a bigram.
   */
  ofCandidates(
    part: string,
    { statuses, chains }: { readonly statuses: Wanted<DropStatus>; readonly chains: Wanted<string> },
    begin: number,
    most: number,
  ): Int32Array | null {
    const candidates = this.index.candidates(part, most);
    if (candidates === null) return null;
    const isWanted = this.kinds(statuses, chains);
    const places = new Int32Array(candidates.length);
    let count = 0;
    for (const number of candidates) {
      const place = this.placeOf[number] ?? -1;
      if (place >= begin && isWanted[this.kindAt[place] ?? 0] === 1) places[count++] = place;
    }
    return places.subarray(0, count).sort();
  }

  private kinds(statuses: Wanted<DropStatus>, chains: Wanted<string>): Uint8Array {
    const kinds = new Uint8Array(this.chains.size * DROP_STATUSES.length);
    for (const chain of chains ?? this.chains.keys()) {
      if (!this.chains.has(chain)) continue;
      for (const status of statuses ?? DROP_STATUSES) kinds[this.kindOf(status, chain)] = 1;
    }
    return kinds;
  }

  private kindOf(status: DropStatus, chain: string): number {
    return (this.chains.get(chain) ?? 0) * DROP_STATUSES.length + DROP_STATUSES.indexOf(status);
  }
}
