import { DROP_STATUSES, type DropStatus } from '@droptrack/contracts';
import type { DropEntry } from './drop-entry';
import type { SearchIndex } from './search-index';

/** Null: all values. */
type Wanted<T> = ReadonlySet<T> | null;

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
