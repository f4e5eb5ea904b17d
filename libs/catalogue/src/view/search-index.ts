/** What is searched for, and found under. */
interface Searchable {
  readonly id: string;
  readonly searchText: string;
}

/**
 * Narrows a search down: which rows have a pair of neighbouring characters that the text searched for has.
 *
 * It only ever learns: all views that come of one another share it, and each looks at its own row of
 * what is named, so that a name of yesterday costs a look and nothing else.
 */
export class SearchIndex {
  /** By id: its number, counted from 0, and the text it was last known under. */
  private readonly known = new Map<string, { readonly number: number; text: string }>();
  private readonly byPair = new Map<number, number[]>();

  /** How many ids have a number. */
  get size(): number {
    return this.known.size;
  }

  /** -1 for an id that was never learnt. */
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
   * Numbers among which are those of all rows that have `part` in their text.
   *
   * @param most - null when there are more than these, and when nothing can be said of so short a text.
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

/** Two code units as one number. */
function pairsOf(text: string): number[] {
  const pairs: number[] = [];
  for (let index = 1; index < text.length; index += 1) {
    pairs.push(text.charCodeAt(index - 1) * 0x10000 + text.charCodeAt(index));
  }
  return pairs;
}
