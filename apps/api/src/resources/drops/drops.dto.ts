import {
  DROP_INCLUDES,
  DROP_SORTS,
  DROP_STATUSES,
  type DropInclude,
  type DropSort,
  type DropStatus,
  type GetDropQuery,
  type ListDropsQuery,
  SEARCH_LENGTH,
  SORT_ORDERS,
  type SortOrder,
} from '@droptrack/contracts';
import { Cursor, Flag, InLowerCase, Instant, OneOf, PageLimit, SeveralOf, Slugs, Text } from '../../platform/input/query-rules'; // prettier-ignore

/** Maximum number of chains in a query. */
const CHAINS = { max: 50, such: 'arbitrum', isFormFirst: true };

/** Query of GET /v1/drops. Absent parameters are undefined. */
export class ListDropsDto implements ListDropsQuery {
  @SeveralOf(DROP_STATUSES, { example: ['upcoming', 'live'] }) readonly status?: readonly DropStatus[];
  @InLowerCase() @Slugs('chain', { ...CHAINS, example: ['linea', 'base'] }) readonly chain?: readonly string[];
  @Flag({ example: false }) readonly sample?: boolean;
  @OneOf(DROP_SORTS, { example: 'ev', default: DROP_SORTS[0] }) readonly sort?: DropSort;
  @OneOf(SORT_ORDERS, { example: 'desc' }) readonly order?: SortOrder;
  @Text(SEARCH_LENGTH, { example: 'line' }) readonly q?: string;
  @Instant({ example: '2026-08-22T00:00:00Z' }) readonly updated_since?: string;
  @OneOf(DROP_INCLUDES, { example: 'hype' }) readonly include?: DropInclude;
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}

/** Query of GET /v1/drops/{id}. */
export class GetDropDto implements GetDropQuery {
  @Instant({ example: '2026-08-22T09:00:00Z' }) readonly as_of?: string;
}
