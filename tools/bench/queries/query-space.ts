import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import { CHAINS, NAME_WORDS } from '../data/drops';
import { choicesOf, countOf, digitsOf, scattered } from './numbering';

/** Queries of one kind, all different. */
export interface QuerySpace {
  readonly size: number;
  /** The query with this number, below the size: `sort=ev&limit=7`. */
  at(number: number): string;
}

/** A cursor and the query of the list that it belongs to. */
export interface WalkedCursor {
  readonly list: string;
  readonly cursor: string;
}

/** A parameter and all that it is asked with; an empty value is left out. */
type Parameter = readonly [name: string, values: readonly string[]];

const HOUR_MS = 3_600_000;
/** 25 on average, the size of a page by default. */
const LIMITS = Array.from({ length: 50 }, (_, index) => String(index + 1));
const TWO_DIGITS = Array.from({ length: 90 }, (_, index) => String(index + 10));

/** All three would be the same question as none. */
const status: Parameter = ['status', choicesOf(DROP_STATUSES, 2).map((choice) => choice.join())];
const chain: Parameter = ['chain', choicesOf(CHAINS, 3).map((choice) => choice.join())];
const limit: Parameter = ['limit', LIMITS];
const sort: Parameter = ['sort', DROP_SORTS];
const order: Parameter = ['order', SORT_ORDERS];
/** Some found in every tenth drop, some in few. */
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
  const bases = [cursors.length, LIMITS.length];
  const at = scattered(countOf(bases));
  return {
    size: countOf(bases),
    at: (number) => {
      const [place = 0, size = 0] = digitsOf(at(number), bases);
      const { list, cursor } = cursors[place] ?? { list: '', cursor: '' };
      return `${list}&limit=${LIMITS[size] ?? ''}&cursor=${cursor}`;
    },
  };
}

/** Every combination of values, in an order in which all of them change all the time. */
function spaceOf(parameters: readonly Parameter[]): QuerySpace {
  const bases = parameters.map(([, values]) => values.length);
  const at = scattered(countOf(bases));
  return {
    size: countOf(bases),
    at: (number) => {
      const digits = digitsOf(at(number), bases);
      return parameters
        .map(([name, values], index) => [name, values[digits[index] ?? 0] ?? ''] as const)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${value}`)
        .join('&');
    },
  };
}
