import { type AllocationRangeQuery, WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsFlag } from '../../platform/input/query-rules';
import { IsOneOf, IsSlug } from '../query-members';

/** Query of GET /v1/drops/{id}/allocations/range/{prefix}. */
export class AllocationRangeDto implements AllocationRangeQuery {
  @IsOptional()
  @IsOneOf(WALLET_TYPES)
  readonly type?: WalletType;

  @IsOptional()
  @IsSlug('list name such as season-2')
  readonly list?: string;

  @IsFlag()
  readonly proofs?: boolean;
}
