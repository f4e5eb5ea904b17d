import {
  DEFAULT_SORT_ORDER,
  DROP_STATUSES,
  type DropSort,
  type DropStatus,
  isSampleDropId,
  type SortOrder,
} from '@droptrack/contracts';
import { type DropEntry, dropOrder } from './drop-entry';
import type { SearchIndex } from './search-index';
import { turned } from './sorted';

/** Ascending indexes in a list. */
type Places = readonly number[];

/** Null: all values. */
type Wanted<T> = ReadonlySet<T> | null;

/** Filters for which a partition has indexes; null disables a filter. */
export interface PartitionFilters {
  readonly statuses: Wanted<DropStatus>;
  readonly chains: Wanted<string>;
  /** True: only sample drops; false: only real ones. */
  readonly sample: boolean | null;
}

/** Status of a drop, and true for a sample drop, as one number below {@link KINDS}. */
type Kind = number;
const KINDS = DROP_STATUSES.length * 2;

const kindOf = (status: DropStatus, isSample: boolean): Kind => DROP_STATUSES.indexOf(status) * 2 + Number(isSample);

function kindsOf({ statuses, sample }: PartitionFilters): Kind[] {
  const origins = sample === null ? [false, true] : [sample];
  return [...(statuses ?? DROP_STATUSES)].flatMap((status) => origins.map((isSample) => kindOf(status, isSample)));
}

/** Drops in one order, with the indexes of each status and chain, sample drops apart. */
export class DropPartition {
  private readonly byKind = new Map<Kind, number[]>();
  private readonly byChain = new Map<string, Map<Kind, number[]>>();
  private searchable: SearchablePlaces | null = null;

  constructor(readonly rows: readonly DropEntry[]) {
    rows.forEach(({ id, status, chain }, place) => {
      const kind = kindOf(status, isSampleDropId(id));
      placesUnder(this.byKind, kind).push(place);
      let ofChain = this.byChain.get(chain);
      if (ofChain === undefined) this.byChain.set(chain, (ofChain = new Map()));
      placesUnder(ofChain, kind).push(place);
    });
  }

  /** Indexes of the drops that pass the filters, as disjoint lists; null for all drops. */
  placesOf(filters: PartitionFilters): readonly Places[] | null {
    const { statuses, chains, sample } = filters;
    if (statuses === null && chains === null && sample === null) return null;
    const kinds = kindsOf(filters);
    return chains === null
      ? pick(this.byKind, kinds)
      : pick(this.byChain, chains).flatMap((ofChain) => pick(ofChain, kinds));
  }

  /** Candidates of a search by index. */
  searchablePlaces(index: SearchIndex): SearchablePlaces {
    return (this.searchable ??= new SearchablePlaces(this.rows, index));
  }
}

/**
 * Drops of one table in each sort and direction, partitioned on first use in one pass, so that a filter reads only the rows
 * that it returns. There are twelve partitions, independent of the number of filters.
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

function placesUnder(places: Map<Kind, number[]>, kind: Kind): number[] {
  let known = places.get(kind);
  if (known === undefined) places.set(kind, (known = []));
  return known;
}

function pick<K, V>(from: ReadonlyMap<K, V>, wanted: Iterable<K>): V[] {
  const picked: V[] = [];
  for (const key of wanted) {
    const value = from.get(key);
    if (value !== undefined) picked.push(value);
  }
  return picked;
}

/**
 * Index, kind and chain of the drops of one list by their numbers in the search index, in flat arrays: access to the rows,
 * which are scattered in memory, would take longer than the rest of a search.
 */
class SearchablePlaces {
  private readonly placeOf: Int32Array;
  /** Kind and chain as one number, by index. */
  private readonly groupAt: Uint32Array;
  private readonly chains = new Map<string, number>();

  constructor(
    rows: readonly DropEntry[],
    private readonly index: SearchIndex,
  ) {
    this.placeOf = new Int32Array(index.size).fill(-1);
    this.groupAt = new Uint32Array(rows.length);
    rows.forEach(({ id, status, chain }, place) => {
      this.placeOf[index.numberOf(id)] = place;
      if (!this.chains.has(chain)) this.chains.set(chain, this.chains.size);
      this.groupAt[place] = this.groupOf(kindOf(status, isSampleDropId(id)), chain);
    });
  }

  /**
   * Returns the ascending indexes of the candidates for a text that pass the filters.
   *
   * @param begin - first index.
   * @param most - maximum number of candidates. The result is null for more, and for a text shorter than a bigram.
   */
  ofCandidates(part: string, filters: PartitionFilters, begin: number, most: number): Int32Array | null {
    const candidates = this.index.candidates(part, most);
    if (candidates === null) return null;
    const isWanted = this.wantedGroups(filters);
    const places = new Int32Array(candidates.length);
    let count = 0;
    for (const number of candidates) {
      const place = this.placeOf[number] ?? -1;
      if (place >= begin && isWanted[this.groupAt[place] ?? 0] === 1) places[count++] = place;
    }
    return places.subarray(0, count).sort();
  }

  private wantedGroups(filters: PartitionFilters): Uint8Array {
    const wanted = new Uint8Array(this.chains.size * KINDS);
    const kinds = kindsOf(filters);
    for (const chain of filters.chains ?? this.chains.keys()) {
      if (!this.chains.has(chain)) continue;
      for (const kind of kinds) wanted[this.groupOf(kind, chain)] = 1;
    }
    return wanted;
  }

  private groupOf(kind: Kind, chain: string): number {
    return (this.chains.get(chain) ?? 0) * KINDS + kind;
  }
}
