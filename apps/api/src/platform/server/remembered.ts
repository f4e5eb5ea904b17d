import { LRUCache } from 'lru-cache';

/** A header that is longer than this is worked out each time: memory stays bounded. */
const LENGTH_MAX = 512;

/**
 * Keeps what `decide` made of a header's value: clients send the same few again and again.
 *
 * @param most - how many distinct values are kept.
 * @param without - the outcome when the header is absent.
 */
export function remembered<T>(
  most: number,
  decide: (header: string) => T,
  without: T,
): (header: string | string[] | undefined) => T {
  const outcomes = new LRUCache<string, { readonly value: T }>({ max: most });
  return (header) => {
    if (header === undefined) return without;
    const text = typeof header === 'string' ? header : header.join(', ');
    if (text.length > LENGTH_MAX) return decide(text);
    const known = outcomes.get(text);
    if (known !== undefined) return known.value;
    const value = decide(text);
    outcomes.set(text, { value });
    return value;
  };
}
