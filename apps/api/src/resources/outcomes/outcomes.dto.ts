import {
  DISTRIBUTION_METHODS,
  type DistributionMethod,
  type ListOutcomesQuery,
  MONTH_PATTERN,
  OUTCOME_SORTS,
  type OutcomeSort,
  SORT_ORDERS,
  type SortOrder,
} from '@droptrack/contracts';
import {
  Cursor,
  Flag,
  InLowerCase,
  Matching,
  OneOf,
  PageLimit,
  SeveralOf,
  Slugs,
} from '../../platform/input/query-rules';

/** Maximum number of chains in a query. */
const CHAINS = { max: 50, such: 'arbitrum', isFormFirst: true };

/** Query of GET /v1/outcomes. Absent parameters are undefined. */
export class ListOutcomesDto implements ListOutcomesQuery {
  @InLowerCase() @Slugs('chain', { ...CHAINS, example: ['arbitrum', 'solana'] }) readonly chain?: readonly string[];
  @SeveralOf(DISTRIBUTION_METHODS, { example: ['merkle'] }) readonly method?: readonly DistributionMethod[];
  @Matching(MONTH_PATTERN, 'a month such as 2024-04', 7, { example: '2024-04' }) readonly month?: string;
  @Flag({ example: false }) readonly sample?: boolean;
  @OneOf(OUTCOME_SORTS, { example: 'paid', default: OUTCOME_SORTS[0] }) readonly sort?: OutcomeSort;
  @OneOf(SORT_ORDERS, { example: 'desc' }) readonly order?: SortOrder;
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}
