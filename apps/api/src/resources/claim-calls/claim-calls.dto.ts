import { type ClaimPreparationBatch, type ClaimPreparationQuery, PREPARED_CLAIMS_MAX } from '@droptrack/contracts';
import { arrayOf, flag, line, text } from '../../platform/input/body-rules';
import { CheckedMember, OptionalMember } from '../../platform/input/checked-member.decorator';
import { peekJson } from '../../platform/input/json-body';

/** Body of POST /v1/claims/prepare. The service parses the addresses, which have their own problem codes. */
export class ClaimPreparationQueryDto implements ClaimPreparationQuery {
  @CheckedMember(text) readonly drop!: string;
  @CheckedMember(text) readonly wallet!: string;
  @OptionalMember(text) readonly to?: string;
  @OptionalMember(line({ min: 0, max: 64 })) readonly list?: string | null;
  @OptionalMember(text) readonly delegate?: string;
  @OptionalMember(flag) readonly accept_forgone?: boolean;
}

/** Body of POST /v1/claims/prepare/batch. Its claims are validated individually, so that an invalid one does not affect others. */
export class ClaimPreparationBatchDto implements Record<keyof ClaimPreparationBatch, readonly unknown[]> {
  @CheckedMember(arrayOf(PREPARED_CLAIMS_MAX, 'claims')) readonly claims!: readonly unknown[];
}

/** Tokens of a batch: one per claim, or one for a batch that is rejected as a whole. */
export function countClaims(body: Uint8Array): number {
  const { claims } = (peekJson(body) ?? {}) as { readonly claims?: unknown };
  return Array.isArray(claims) && claims.length > 0 && claims.length <= PREPARED_CLAIMS_MAX ? claims.length : 1;
}
