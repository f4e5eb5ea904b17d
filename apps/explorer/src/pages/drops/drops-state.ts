import {
  CURSOR_LENGTH_MAX,
  DEFAULT_SORT_ORDER,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
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
}

/** The list that a new visitor sees: real drops, the highest value per wallet first. */
export const FIRST_VISIT: DropsState = {
  q: null,
  status: null,
  chain: null,
  sort: 'ev',
  order: DEFAULT_SORT_ORDER.ev,
  samples: 'hidden',
  cursor: null,
};

/** State in an address, and a sentence for each value that was ignored. */
export function parseDropsState(query: URLSearchParams): { state: DropsState; notes: readonly string[] } {
  const reader = new QueryReader(query);
  const sort = reader.oneOf('sort', DROP_SORTS) ?? FIRST_VISIT.sort;
  const state: DropsState = {
    q: reader.text('q', SEARCH_LENGTH.max),
    status: reader.oneOf('status', DROP_STATUSES),
    chain: reader.matching('chain', DROP_ID_PATTERN, DROP_ID_LENGTH_MAX, 'the short name of a chain, such as arbitrum'),
    sort,
    order: reader.oneOf('order', SORT_ORDERS) ?? DEFAULT_SORT_ORDER[sort],
    samples: readSamples(reader, FIRST_VISIT.samples),
    cursor: reader.matching('cursor', /^[\w-]+$/, CURSOR_LENGTH_MAX, 'the position of a page'),
  };
  return { state, notes: reader.notes };
}

/** Address of a list. Members with their default are omitted. */
export function dropsPath(state: DropsState): string {
  const { q, status, chain, sort, order, samples, cursor } = state;
  return pathWith('/', {
    q,
    status,
    chain,
    sort: sort === FIRST_VISIT.sort ? null : sort,
    order: order === DEFAULT_SORT_ORDER[sort] ? null : order,
    sample: samplesValue(samples, FIRST_VISIT.samples),
    cursor,
  });
}

/** True if a filter is set that can be the reason of an empty list. */
export const isFiltered = ({ q, status, chain }: DropsState): boolean =>
  q !== null || status !== null || chain !== null;
