import { CLAIM_INTERVALS, type ClaimInterval, type DropClaimsQuery } from '@droptrack/contracts';
import { Cursor, OneOf, PageLimit } from '../../platform/input/query-rules';

/** Query of GET /v1/drops/{id}/claims. */
export class DropClaimsDto implements DropClaimsQuery {
  @OneOf(CLAIM_INTERVALS, { example: '1d', default: CLAIM_INTERVALS[0] }) readonly interval?: ClaimInterval;
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}
