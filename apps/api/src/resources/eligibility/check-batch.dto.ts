import { BATCH_CHECKS_MAX, type EligibilityBatch } from '@droptrack/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { peekJson } from '../../platform/input/json-body';

const SIZE = { message: `must contain 1 to ${BATCH_CHECKS_MAX} checks`, context: { code: 'range' } };

/** Body of POST /v1/eligibility/batch. What is in it is checked one by one: a bad check spoils no other. */
export class CheckBatchDto implements Record<keyof EligibilityBatch, readonly unknown[]> {
  @IsArray({ message: 'must be an array', context: { code: 'type' } })
  @ArrayMinSize(1, SIZE)
  @ArrayMaxSize(BATCH_CHECKS_MAX, SIZE)
  readonly checks!: readonly unknown[];
}

/** Largest body of a batch, bytes: a check of the longest drop and wallet takes some 170. */
export const BATCH_BYTES_MAX = 64 * 1024;

/** A batch costs a token for each check; one that is refused as a whole costs one. */
export function countChecks(body: Uint8Array): number {
  const { checks } = (peekJson(body) ?? {}) as { readonly checks?: unknown };
  const isTaken = Array.isArray(checks) && checks.length > 0 && checks.length <= BATCH_CHECKS_MAX;
  return isTaken ? checks.length : 1;
}
