import {
  DEFAULT_OUTCOME_ORDER,
  DISTRIBUTION_METHODS,
  type DistributionMethod,
  type ListOutcomesQuery,
  MONTH_PATTERN,
  OUTCOME_SORTS,
  type OutcomeSort,
  SORT_ORDERS,
  type SortOrder,
} from '@droptrack/contracts';
import { QueryReader, pathWith } from '../page-query';

/** Filters and order of the page of outcomes, all in the address. Null disables a filter. */
export interface OutcomesState {
  readonly chain: string | null;
  readonly method: DistributionMethod | null;
  /** UTC month, such as `2024-04`. */
  readonly month: string | null;
  readonly sort: OutcomeSort;
  readonly order: SortOrder;
}

/** State in an address, and a sentence for each value that was ignored. */
export function parseOutcomesState(query: URLSearchParams): { state: OutcomesState; notes: readonly string[] } {
  const reader = new QueryReader(query);
  const chain = reader.chain();
  const method = reader.oneOf('method', DISTRIBUTION_METHODS);
  const month = reader.matching('month', MONTH_PATTERN, 7, 'a month, such as 2024-04');
  const sort = reader.oneOf('sort', OUTCOME_SORTS) ?? OUTCOME_SORTS[0];
  const order = reader.oneOf('order', SORT_ORDERS) ?? DEFAULT_OUTCOME_ORDER[sort];
  return { state: { chain, method, month, sort, order }, notes: reader.notes };
}

/** Address of a list, as a page or as a file. Members with their default are omitted. */
export function outcomesPath({ chain, method, month, sort, order }: OutcomesState, path = '/outcomes'): string {
  return pathWith(path, {
    chain,
    method,
    month,
    sort: sort === OUTCOME_SORTS[0] ? null : sort,
    order: order === DEFAULT_OUTCOME_ORDER[sort] ? null : order,
  });
}

/** Query of the API for a state: of real drops, as many per page as it allows. */
export const outcomesQuery = ({ chain, method, month, sort, order }: OutcomesState): ListOutcomesQuery => ({
  ...(chain !== null && { chain }),
  ...(method !== null && { method }),
  ...(month !== null && { month }),
  sort,
  order,
  sample: false,
  limit: 100,
});
