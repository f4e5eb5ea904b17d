import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  DROP_SORTS,
  DROP_STATUSES,
  type DropSort,
  type DropStatus,
  type GetDropQuery,
  type ListDropsQuery,
  SEARCH_LENGTH,
  SORT_ORDERS,
  type SortOrder,
} from '@droptrack/contracts';
import { ArrayMaxSize, IsOptional, Length, Matches, MaxLength } from 'class-validator';
import { IsFlag, IsInstant, IsPageLimit, SplitCommas } from '../../platform/input/query-rules';
import { AreOneOf, IsCursor, IsOneOf } from '../query-members';

/** Maximum number of chains in a query. */
const CHAINS_MAX = 50;

/** Query of GET /v1/drops. Absent parameters are undefined. */
export class ListDropsDto implements ListDropsQuery {
  @SplitCommas()
  @IsOptional()
  @AreOneOf(DROP_STATUSES)
  readonly status?: readonly DropStatus[];

  @SplitCommas()
  @IsOptional()
  @ArrayMaxSize(CHAINS_MAX, { message: `must contain at most ${CHAINS_MAX} chains`, context: { code: 'range' } })
  @MaxLength(DROP_ID_LENGTH_MAX, {
    each: true,
    message: `must be chain slugs of at most ${DROP_ID_LENGTH_MAX} characters`,
    context: { code: 'length' },
  })
  @Matches(DROP_ID_PATTERN, {
    each: true,
    message: 'must be one or more chain slugs, such as arbitrum',
    context: { code: 'format' },
  })
  readonly chain?: readonly string[];

  @IsFlag()
  readonly sample?: boolean;

  @IsOptional()
  @IsOneOf(DROP_SORTS)
  readonly sort?: DropSort;

  @IsOptional()
  @IsOneOf(SORT_ORDERS)
  readonly order?: SortOrder;

  @IsOptional()
  @Length(SEARCH_LENGTH.min, SEARCH_LENGTH.max, {
    message: `must have ${SEARCH_LENGTH.min} to ${SEARCH_LENGTH.max} characters`,
    context: { code: 'length' },
  })
  readonly q?: string;

  @IsOptional()
  @IsInstant()
  readonly updated_since?: string;

  @IsPageLimit()
  readonly limit?: number;

  @IsCursor()
  readonly cursor?: string;
}

/** Query of GET /v1/drops/{id}. */
export class GetDropDto implements GetDropQuery {
  @IsOptional()
  @IsInstant()
  readonly as_of?: string;
}
