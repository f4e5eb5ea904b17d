import type { Wallet } from '../wallet/parse-wallet';

/** Maximum length of the reason of a part, in characters. */
export const REASON_LENGTH_MAX = 100;

/** Part of an amount with its reason. */
export interface ListShare {
  /** Reason in the list, such as `referralRewards`; 1 to {@link REASON_LENGTH_MAX} characters. */
  readonly reason: string;
  /** Base units, 1..2^256-1. */
  readonly amount: bigint;
}

/** Row of a published list, in base units. */
export interface ListEntry {
  /** Line of the row, or index of the entry in its file, from 1. */
  readonly line: number;
  readonly wallet: Wallet;
  /** Base units, 0..2^256-1. */
  readonly amount: bigint;
  /** Claim index of formats that have one: 0 to 2^53 - 1, because responses contain it as a number. */
  readonly index: bigint | null;
  /** Parts with the sum `amount`, or none. */
  readonly breakdown: readonly ListShare[];
  /** Published proof, the sibling of the leaf first; 32 bytes each, not verified. Null for formats without proofs. */
  readonly proof: readonly Uint8Array[] | null;
  /** Address of the token of the amount, in a list that states the token of each. */
  readonly token?: string;
  /** Values of the fields of its leaf that differ from entry to entry, in their order. Absent without such fields. */
  readonly fields?: readonly string[];
}
