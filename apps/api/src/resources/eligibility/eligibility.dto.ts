import { BATCH_CHECKS_MAX, type EligibilityBatch, type EligibilityCheck } from '@droptrack/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, Max, Min, ValidateIf } from 'class-validator';
import { peekJson } from '../../platform/input/json-body';

const VERSION_MAX = 2_147_483_647;
const VERSION = { message: `must be an integer from 1 to ${VERSION_MAX}`, context: { code: 'range' } };
const TEXT = { message: 'must be a string', context: { code: 'type' } };

/** Body of POST /v1/eligibility. The service parses the wallet, which has its own problem code. */
export class CheckEligibilityDto implements EligibilityCheck {
  @IsString(TEXT)
  readonly wallet!: string;

  @IsString(TEXT)
  readonly drop!: string;

  @ValidateIf((_, value) => value !== undefined)
  @IsInt(VERSION)
  @Min(1, VERSION)
  @Max(VERSION_MAX, VERSION)
  readonly list_version?: number;
}

const SIZE = { message: `must contain 1 to ${BATCH_CHECKS_MAX} checks`, context: { code: 'range' } };

/** Body of POST /v1/eligibility/batch. Its checks are validated individually, so that an invalid check does not affect others. */
export class CheckBatchDto implements Record<keyof EligibilityBatch, readonly unknown[]> {
  @IsArray({ message: 'must be an array', context: { code: 'type' } })
  @ArrayMinSize(1, SIZE)
  @ArrayMaxSize(BATCH_CHECKS_MAX, SIZE)
  readonly checks!: readonly unknown[];
}

/** Maximum body of a batch, in bytes: the longest check takes about 170. */
export const BATCH_BYTES_MAX = 64 * 1024;

/** Tokens of a batch: one per check, or one for a batch that is rejected as a whole. */
export function countChecks(body: Uint8Array): number {
  const { checks } = (peekJson(body) ?? {}) as { readonly checks?: unknown };
  const isValid = Array.isArray(checks) && checks.length > 0 && checks.length <= BATCH_CHECKS_MAX;
  return isValid ? checks.length : 1;
}
