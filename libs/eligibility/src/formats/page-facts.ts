import type { JsonValue } from './json/json-value';

/** Names of members, in lower case without separators, that lead to the next page of an API. */
const NEXT: readonly string[] = ['next', 'nextcursor', 'nextpage', 'nextpagetoken', 'nexttoken', 'nexturl', 'nextoffset', 'hasmore', 'hasnext', 'hasnextpage']; // prettier-ignore
/** Names of members with the number of all entries. */
const COUNTS: readonly string[] = ['total', 'totalcount', 'totalresults', 'totalitems', 'totalrecords', 'totalentries'];
const plain = (name: unknown): string => String(name).toLowerCase().replace(/[_-]/g, '');

/** Statements of documents about being a page of an API. */
export class PageFacts {
  #next: string | null = null;
  #pagesWithNext = 0;
  #count: readonly [name: string, count: bigint] | null = null;

  /** Collects a member beside the entries. */
  state(name: string | number | undefined, value: JsonValue): void {
    const key = plain(name);
    if (NEXT.includes(key) && value !== null && value !== false && value !== '' && value !== '0') {
      this.#next ??= String(name);
      this.#pagesWithNext++;
    }
    if (COUNTS.includes(key) && typeof value === 'string' && /^[0-9]{1,20}$/.test(value)) {
      this.#count = [String(name), BigInt(value)];
    }
  }

  /** Error of documents of which each leads to a further one; null if the last one is among them. */
  fault(documents: number): string | null {
    if (this.#next === null || this.#pagesWithNext < documents) return null;
    return `it is a page of an API, of which "${this.#next}" leads to the next one: save all pages, and load them together`;
  }

  /** Doubt about a declared number of entries that is larger than that of the files, and is not the sum of their amounts. */
  doubt({ entries, total }: { readonly entries: number; readonly total: bigint }): string | null {
    if (this.#count === null) return null;
    const [name, count] = this.#count;
    if (count <= BigInt(entries) || isSum(count, total)) return null;
    return `The file states "${name}" ${count} and has ${entries} ${entries === 1 ? 'entry' : 'entries'}: is it one page of an API?`;
  }
}

/** True for a sum in base units or in tokens of any decimals, which may be rounded: within one percent. */
function isSum(count: bigint, total: bigint): boolean {
  for (let power = count; power <= total * 2n && power > 0n; power *= 10n) {
    const difference = power > total ? power - total : total - power;
    if (difference * 100n <= power) return true;
  }
  return false;
}
