import {
  CURSOR_LENGTH_MAX,
  DEFAULT_SORT_ORDER,
  DROP_SORTS,
  DROP_STATUSES,
  type DropSort,
  type DropStatus,
  SEARCH_LENGTH,
  SORT_ORDERS,
  type SortOrder,
} from '@droptrack/contracts';
import { readSamples, type SampleFilter, samplesValue } from '../filters';
import { QueryReader, pathWith } from '../page-query';

/** State of the list of drops, all of it in the address. Null disables a filter. */
export interface DropsState {
  readonly q: string | null;
  readonly status: DropStatus | null;
  readonly chain: string | null;
  readonly sort: DropSort;
  readonly order: SortOrder;
  readonly samples: SampleFilter;
  /** Position of a further page; null for the first page. */
  readonly cursor: string | null;
  /** Number of the page that a visitor has gone to; 1 for the first. */
  readonly page: number;
  /** Positions of the last further pages before this one, in order. */
  readonly trail: readonly string[];
}

/** Positions that fit into an address, beside everything else that it may contain. */
const TRAIL_MAX = 12;
const PAGE_MAX = 99_999;
/** Position of a page in an address. */
const CURSOR = /^[\w-]+$/;

/** The list that a new visitor sees: real drops, the highest value per wallet first. */
export const FIRST_VISIT: DropsState = {
  q: null,
  status: null,
  chain: null,
  sort: 'ev',
  order: DEFAULT_SORT_ORDER.ev,
  samples: 'hidden',
  cursor: null,
  page: 1,
  trail: [],
};

/** State in an address, and what of it cannot be used. */
interface ParsedDropsState {
  readonly state: DropsState;
  /** A sentence for each value that was ignored. */
  readonly notes: readonly string[];
  /** True if a filter was ignored: a list without it would not be the requested one. */
  readonly isUnfiltered: boolean;
}

/** State in an address. */
export function parseDropsState(query: URLSearchParams): ParsedDropsState {
  const reader = new QueryReader(query);
  const filters = {
    q: reader.text('q', SEARCH_LENGTH.max),
    status: reader.oneOf('status', DROP_STATUSES),
    chain: reader.chain(),
    samples: readSamples(reader, FIRST_VISIT.samples),
  };
  const isUnfiltered = reader.notes.length > 0;
  const sort = reader.oneOf('sort', DROP_SORTS) ?? FIRST_VISIT.sort;
  const state: DropsState = {
    ...filters,
    sort,
    order: reader.oneOf('order', SORT_ORDERS) ?? DEFAULT_SORT_ORDER[sort],
    cursor: reader.matching('cursor', CURSOR, CURSOR_LENGTH_MAX, 'the position of a page'),
    page: reader.read('page', pageOf, `the number of a page, at most ${PAGE_MAX}`) ?? FIRST_VISIT.page,
    trail: reader.read('trail', trailOf, 'the positions of pages') ?? [],
  };
  return { state: state.cursor === null ? firstPage(state) : state, notes: reader.notes, isUnfiltered };
}

const pageOf = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);

function trailOf(text: string): readonly string[] | null {
  const cursors = text.split('.');
  const isTrail = cursors.length <= TRAIL_MAX && cursors.every((cursor) => CURSOR.test(cursor));
  return isTrail ? cursors : null;
}

/** The first page of a list, also for links that change what it contains or its order. */
export const firstPage = (state: DropsState): DropsState => ({ ...state, cursor: null, page: 1, trail: [] });

/** The page after this one. */
export function nextPage(state: DropsState, cursor: string): DropsState {
  const trail = state.cursor === null ? [] : [...state.trail, state.cursor].slice(-TRAIL_MAX);
  return { ...state, cursor, page: Math.min(state.page + 1, PAGE_MAX), trail };
}

/** The page before this one; null on the first page, and where its position is no longer known. */
export function previousPage(state: DropsState): DropsState | null {
  const { cursor, page, trail } = state;
  if (cursor === null) return null;
  if (page === 2) return firstPage(state);
  const previous = trail.at(-1);
  return previous === undefined ? null : { ...state, cursor: previous, page: page - 1, trail: trail.slice(0, -1) };
}

/** Address of a list. Members with their default are omitted. */
export function dropsPath(state: DropsState): string {
  const { q, status, chain, sort, order, samples, cursor, page, trail } = state;
  return pathWith('/', {
    q,
    status,
    chain,
    sort: sort === FIRST_VISIT.sort ? null : sort,
    order: order === DEFAULT_SORT_ORDER[sort] ? null : order,
    sample: samplesValue(samples, FIRST_VISIT.samples),
    cursor,
    page: page === 1 ? null : String(page),
    trail: trail.length === 0 ? null : trail.join('.'),
  });
}

/** True if a filter is set that can be the reason of an empty list. */
export const isFiltered = ({ q, status, chain }: DropsState): boolean =>
  q !== null || status !== null || chain !== null;
