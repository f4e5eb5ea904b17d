import { BATCH_CHECKS_MAX, type EligibilityBatch, type EligibilityCheck } from '@droptrack/contracts';
import { arrayOf, integer, text } from '../../platform/input/body-rules';
import { CheckedMember, OptionalMember } from '../../platform/input/checked-member.decorator';
import { peekJson } from '../../platform/input/json-body';

/** Body of POST /v1/eligibility. The service parses the wallet, which has its own problem code. */
export class EligibilityCheckDto implements EligibilityCheck {
  @CheckedMember(text) readonly wallet!: string;
  @CheckedMember(text) readonly drop!: string;
  @OptionalMember(integer({ min: 1, max: 2_147_483_647 })) readonly list_version?: number;
}

/** Body of POST /v1/eligibility/batch. Its checks are validated individually, so that an invalid check does not affect others. */
export class EligibilityBatchDto implements Record<keyof EligibilityBatch, readonly unknown[]> {
  @CheckedMember(arrayOf(BATCH_CHECKS_MAX, 'checks')) readonly checks!: readonly unknown[];
}

/** Maximum body of a batch, in bytes: the longest check takes about 170. */
export const BATCH_BYTES_MAX = 64 * 1024;

/** Tokens of a batch: one per check, or one for a batch that is rejected as a whole. */
export function countChecks(body: Uint8Array): number {
  const { checks } = (peekJson(body) ?? {}) as { readonly checks?: unknown };
  const isValid = Array.isArray(checks) && checks.length > 0 && checks.length <= BATCH_CHECKS_MAX;
  return isValid ? checks.length : 1;
}
