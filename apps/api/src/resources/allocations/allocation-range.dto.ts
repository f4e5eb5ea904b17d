import { type AllocationRangeQuery, WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { Flag, OneOf, Slug } from '../../platform/input/query-rules';

/** Query of GET /v1/drops/{id}/allocations/range/{prefix}. */
export class AllocationRangeDto implements AllocationRangeQuery {
  @OneOf(WALLET_TYPES, { example: 'evm' }) readonly type?: WalletType;
  @Slug('a list name such as season-2', { example: 'season-2' }) readonly list?: string;
  @Flag({ example: true }) readonly proofs?: boolean;
}
