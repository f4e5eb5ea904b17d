import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import { CHAINS, NAME_WORDS } from '../data/drops';
import { getRequest } from '../load/requests';
import { BenchError } from '../process/bench-error';

/** A service and the parameters of its queries. */
export interface UnseenQueries {
  /** The conventional service takes filters, page size and cursor only. */
  readonly service: 'api' | 'conventional';
  readonly key: string;
  readonly cursors: readonly WalkedCursor[];
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
}

/**
 * Requests for lists of drops by number, all of them different.
 *
 * @returns a function that throws a {BenchError} beyond the last.
 */
export function unseenQueries(queries: UnseenQueries): (number: number) => string {
  const queryAt = mixed(spacesOf(queries));
  return (number) => getRequest(`/v1/drops?${queryAt(number)}`, queries.key);
}

/** Every fourth query begins at a cursor, for either service. */
function spacesOf({ service, cursors, createdAtMs }: UnseenQueries): QuerySpace[] {
  const pages = nextPages(cursors);
  if (service === 'api') return [sortedFilters(), searches(), changes(createdAtMs), pages];
  const plain = filters();
  return [plain, plain, plain, pages];
}

/** Alternates between spaces; a space that is listed several times returns another query each time. */
export function mixed(spaces: readonly QuerySpace[]): (number: number) => string {
  const turns = spaces.map((space, index) => ({
    space,
    before: spaces.slice(0, index).filter((other) => other === space).length,
    each: spaces.filter((other) => other === space).length,
  }));
  return (number) => {
    const turn = turns[number % turns.length];
    const own = turn === undefined ? 0 : Math.floor(number / turns.length) * turn.each + turn.before;
    if (turn === undefined || own >= turn.space.size) throw new BenchError('There are no more unseen queries');
    return turn.space.at(own);
  };
}

/** Queries of one kind, all different. */
export interface QuerySpace {
  readonly size: number;
  /** The query with a number below the size: `sort=ev&limit=7`. */
  at(number: number): string;
}

/** A cursor and the query of its list. */
export interface WalkedCursor {
  readonly list: string;
  readonly cursor: string;
}

/** A parameter and its values; an empty value omits it. */
type Parameter = readonly [name: string, values: readonly string[]];

const HOUR_MS = 3_600_000;
/** 25 on average, the default size of a page. */
const LIMITS = Array.from({ length: 50 }, (_, index) => String(index + 1));
const TWO_DIGITS = Array.from({ length: 90 }, (_, index) => String(index + 10));

/** All three statuses would be the same query as none. */
const status: Parameter = ['status', choicesOf(DROP_STATUSES, 2).map((choice) => choice.join())];
const chain: Parameter = ['chain', choicesOf(CHAINS, 3).map((choice) => choice.join())];
const limit: Parameter = ['limit', LIMITS];
const sort: Parameter = ['sort', DROP_SORTS];
const order: Parameter = ['order', SORT_ORDERS];
/** Some match every tenth drop, some only a few. */
const search: Parameter = ['q', [...NAME_WORDS.map((word) => word.toLowerCase()), ...TWO_DIGITS]];

/** Filter and page size. */
export const filters = (): QuerySpace => spaceOf([status, chain, limit]);
/** Filter, page size, sort and direction. */
export const sortedFilters = (): QuerySpace => spaceOf([status, chain, limit, sort, order]);
/** The same with a search. */
export const searches = (): QuerySpace => spaceOf([status, chain, limit, sort, order, search]);
/** The same with an instant, every hour of the four days before `untilMs`. */
export function changes(untilMs: number): QuerySpace {
  const instants = Array.from({ length: 96 }, (_, index) => new Date(untilMs - index * HOUR_MS).toISOString());
  return spaceOf([status, chain, limit, sort, order, ['updated_since', instants]]);
}

/** The page after each of the cursors, of every size. */
export function nextPages(cursors: readonly WalkedCursor[]): QuerySpace {
  return combinations([cursors.length, LIMITS.length], ([place = 0, size = 0]) => {
    const { list, cursor } = cursors[place] ?? { list: '', cursor: '' };
    return `${list}&limit=${LIMITS[size] ?? ''}&cursor=${cursor}`;
  });
}

function spaceOf(parameters: readonly Parameter[]): QuerySpace {
  const bases = parameters.map(([, values]) => values.length);
  return combinations(bases, (digits) =>
    parameters
      .map(([name, values], index) => [name, values[digits[index] ?? 0] ?? ''] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
  );
}

/** Every combination of digits below their bases, in an order in which all of them change all the time. */
function combinations(bases: readonly number[], textOf: (digits: readonly number[]) => string): QuerySpace {
  const size = bases.reduce((product, base) => product * base, 1);
  const at = scattered(size);
  return { size, at: (number) => textOf(digitsOf(at(number), bases)) };
}

/** `number` in digits of their own bases, the first digit changing fastest. */
export function digitsOf(number: number, bases: readonly number[]): number[] {
  let rest = number;
  return bases.map((base) => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  });
}

/** All ways to choose up to `most` of the values, none included. */
export function choicesOf<T>(values: readonly T[], most: number): T[][] {
  const [first, ...others] = values;
  if (first === undefined || most === 0) return [[]];
  return [...choicesOf(others, most), ...choicesOf(others, most - 1).map((choice) => [first, ...choice])];
}

/** Steps of the golden section around a circle are spread most evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * A fixed permutation of the numbers below `size` in which any stretch is spread over all of them.
 *
 * @param size - at most 2^26, so that the product stays exact.
 */
export function scattered(size: number): (number: number) => number {
  let step = Math.max(1, Math.round(size * GOLDEN));
  while (greatestDivisor(step, size) !== 1) step += 1;
  return (number) => (number * step) % size;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
