import { LRUCache } from 'lru-cache';

/** Results in memory. */
const RESULTS_MAX = 2_000;
/** Maximum length of a text that is kept, in characters: more than any address, and than the headers of browsers. */
const TEXT_LENGTH_MAX = 256;

/** A function of a short text that keeps its latest results. */
export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const results = new LRUCache<string, { readonly value: T }>({ max: RESULTS_MAX });
  return (text) => {
    if (text.length > TEXT_LENGTH_MAX) return compute(text);
    let result = results.get(text);
    if (result === undefined) results.set(text, (result = { value: compute(text) }));
    return result.value;
  };
}
