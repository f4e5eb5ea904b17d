import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import { CHAINS, NAME_WORDS } from '../data/drops';
import { getRequest } from '../../load/requests';
import { BenchError } from '../../processes/bench-error';

/** A cursor and the query of its list. */
export interface WalkedCursor {
  readonly list: string;
  readonly cursor: string;
}

/** The basis of requests for lists of drops. */
export interface UnseenQueries {
  readonly key: string;
  readonly cursors: readonly WalkedCursor[];
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
}

/** A part of a query in all its forms: `limit=7`; an empty one omits it. */
type Part = readonly string[];

const HOUR_MS = 3_600_000;
const HOURS = 96;
const TWO_DIGITS = Array.from({ length: 90 }, (_, index) => String(index + 10));

const part = (name: string, values: readonly string[]): Part =>
  values.map((value) => (value === '' ? '' : `${name}=${value}`));
/** 25 on average, the default size of a page. */
const LIMIT = part('limit', Array.from({ length: 50 }, (_, index) => String(index + 1))); // prettier-ignore
const FILTERS: readonly Part[] = [
  // All three statuses would be the same query as none.
  part('status', choicesOf(DROP_STATUSES, 2).map((choice) => choice.join())), // prettier-ignore
  part('chain', choicesOf(CHAINS, 3).map((choice) => choice.join())), // prettier-ignore
  LIMIT,
  part('sort', DROP_SORTS),
  part('order', SORT_ORDERS),
];
/** Some match every tenth drop, some only a few. */
const SEARCH = part('q', [...NAME_WORDS.map((word) => word.toLowerCase()), ...TWO_DIGITS]);

/**
 * Requests for lists of drops by number, all of them different: filtered, with a search, with an instant, and from a cursor,
 * in turn.
 *
 * @returns a function that throws a {BenchError} beyond the last.
 */
export function unseenQueries({ key, cursors, createdAtMs }: UnseenQueries): (number: number) => string {
  const instants = Array.from({ length: HOURS }, (_, hour) => new Date(createdAtMs - hour * HOUR_MS).toISOString());
  const spaces = [
    combined(FILTERS),
    combined([...FILTERS, SEARCH]),
    combined([...FILTERS, part('updated_since', instants)]),
    combined([cursors.map(({ list, cursor }) => `${list}&cursor=${cursor}`), LIMIT]),
  ];
  return (number) => {
    const query = spaces[number % spaces.length]?.(Math.floor(number / spaces.length));
    return getRequest(`/v1/drops?${query}`, key);
  };
}

/** Steps of the golden section around a circle are spread most evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Every combination of parts by number, in a fixed order in which any stretch is spread over all of them. At most 2^26
 * combinations, so that products stay exact.
 */
export function combined(parts: readonly Part[]): (number: number) => string {
  const size = parts.reduce((product, { length }) => product * length, 1);
  let step = Math.max(1, Math.round(size * GOLDEN));
  while (greatestDivisor(step, size) !== 1) step += 1;
  return (number) => {
    if (number >= size) throw new BenchError('There are no more unseen queries');
    let rest = (number * step) % size;
    const texts = parts.map((forms) => {
      const text = forms[rest % forms.length] ?? '';
      rest = Math.floor(rest / forms.length);
      return text;
    });
    return texts.filter((text) => text !== '').join('&');
  };
}

/** All ways to choose up to `most` of the values, none included. */
export function choicesOf<T>(values: readonly T[], most: number): T[][] {
  const [first, ...others] = values;
  if (first === undefined || most === 0) return [[]];
  return [...choicesOf(others, most), ...choicesOf(others, most - 1).map((choice) => [first, ...choice])];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
