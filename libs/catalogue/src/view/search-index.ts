/** Searchable row. */
interface Searchable {
  readonly id: string;
  readonly searchText: string;
}

/**
 * Bigram index that narrows a search down to candidates. It only grows: all views that are folded from the same one share
 * it, and each verifies the candidates with its own rows, so an outdated name only costs a comparison.
 */
export class SearchIndex {
  /** Number, from 0, and last indexed text by id. */
  private readonly known = new Map<string, { readonly number: number; text: string }>();
  private readonly byPair = new Map<number, number[]>();

  /** Number of indexed ids. */
  get size(): number {
    return this.known.size;
  }

  /** Number of an id; -1 if it is not indexed. */
  numberOf(id: string): number {
    return this.known.get(id)?.number ?? -1;
  }

  learn({ id, searchText }: Searchable): void {
    const before = this.known.get(id);
    if (before?.text === searchText) return;
    const number = before?.number ?? this.known.size;
    for (const pair of new Set(pairsOf(searchText))) {
      const numbers = this.under(pair);
      if (before === undefined || !numbers.includes(number)) numbers.push(number);
    }
    this.known.set(id, { number, text: searchText });
  }

  /**
   * Returns the numbers of all candidates that may contain `part`.
   *
   * @param most - maximum number of candidates. The result is null for more, and for a text shorter than a bigram.
   */
  candidates(part: string, most: number): readonly number[] | null {
    let fewest: readonly number[] | null = null;
    for (const pair of pairsOf(part)) {
      const numbers = this.byPair.get(pair) ?? [];
      if (fewest === null || numbers.length < fewest.length) fewest = numbers;
    }
    return fewest === null || fewest.length > most ? null : fewest;
  }

  private under(pair: number): number[] {
    let numbers = this.byPair.get(pair);
    if (numbers === undefined) this.byPair.set(pair, (numbers = []));
    return numbers;
  }
}

/** Encodes two code units as one number. */
function pairsOf(text: string): number[] {
  const pairs: number[] = [];
  for (let index = 1; index < text.length; index += 1) {
    pairs.push(text.charCodeAt(index - 1) * 0x10000 + text.charCodeAt(index));
  }
  return pairs;
}
