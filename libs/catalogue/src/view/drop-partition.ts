import { DEFAULT_SORT_ORDER, type DropSort, type DropStatus, type SortOrder } from '@droptrack/contracts';
import type { DropEntry } from './drop-entry';
import { dropOrder } from './drop-order';
import { turned } from './sorted';

/** Places in a list, ascending. */
type Places = readonly number[];

/** The drops in one order, and where in it those of each status and chain stand. */
export interface DropPartition {
  readonly rows: readonly DropEntry[];
  readonly byStatus: ReadonlyMap<DropStatus, Places>;
  readonly byChain: ReadonlyMap<string, ReadonlyMap<DropStatus, Places>>;
}

/**
 * The drops of one table under each sort and direction, cut up when first asked for: one pass, and no filter has
 * to look at rows that it does not show. However many filters clients think up, there are eight of them.
 */
export class DropPartitions {
  private readonly made = new Map<string, DropPartition>();

  /** @param sorted - the rows under each sort in its default direction. */
  constructor(private readonly sorted: Readonly<Record<DropSort, readonly DropEntry[]>>) {}

  of(sort: DropSort, order: SortOrder): DropPartition {
    const name = `${sort} ${order}`;
    let partition = this.made.get(name);
    if (partition === undefined) {
      partition = cutUp(this.inOrder(sort, order));
      this.made.set(name, partition);
    }
    return partition;
  }

  private inOrder(sort: DropSort, order: SortOrder): readonly DropEntry[] {
    const byDefault = DEFAULT_SORT_ORDER[sort];
    return order === byDefault ? this.sorted[sort] : turned(this.sorted[sort], dropOrder(sort, byDefault));
  }
}

function cutUp(rows: readonly DropEntry[]): DropPartition {
  const byStatus = new Map<DropStatus, number[]>();
  const byChain = new Map<string, Map<DropStatus, number[]>>();
  rows.forEach(({ status, chain }, place) => {
    placesOf(byStatus, status).push(place);
    let ofChain = byChain.get(chain);
    if (ofChain === undefined) byChain.set(chain, (ofChain = new Map()));
    placesOf(ofChain, status).push(place);
  });
  return { rows, byStatus, byChain };
}

function placesOf(places: Map<DropStatus, number[]>, status: DropStatus): number[] {
  let known = places.get(status);
  if (known === undefined) places.set(status, (known = []));
  return known;
}

/** Null: of all of them. */
type Wanted<T> = ReadonlySet<T> | null;

/** Where the drops of some statuses and chains stand, in lists that have no place in common; null for all drops. */
export function placesOfSome(
  { byStatus, byChain }: DropPartition,
  statuses: Wanted<DropStatus>,
  chains: Wanted<string>,
): readonly Places[] | null {
  if (chains === null) return statuses && pick(byStatus, statuses);
  return pick(byChain, chains).flatMap((ofChain) => pick(ofChain, statuses));
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
