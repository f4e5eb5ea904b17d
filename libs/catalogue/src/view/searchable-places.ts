import { DROP_STATUSES, type DropStatus } from '@droptrack/contracts';
import type { DropEntry } from './drop-entry';
import type { SearchIndex } from './search-index';

/** Null: of all of them. */
type Wanted<T> = ReadonlySet<T> | null;

/**
 * Where the drops of one list stand by their numbers in a search index, and of which kind they are. Plain numbers
 * side by side: looking at rows, which are scattered over memory, costs more than all the rest of a search.
 */
export class SearchablePlaces {
  private readonly placeOf: Int32Array;
  /** Status and chain as one number, by place. */
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
   * Ascending places of the drops that may have a text in them, of some statuses and chains.
   *
   * @param begin - the first place that counts.
   * @param most - null when more drops than these come into question, or nothing can be said of the text.
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
