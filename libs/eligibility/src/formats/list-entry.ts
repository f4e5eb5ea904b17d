import type { Wallet } from '../wallet/parse-wallet';

/** Longest reason of a share, in characters. */
export const REASON_LENGTH_MAX = 100;

/** Part of an amount, by why it was given. */
export interface ListShare {
  /** As the list calls it, such as `referralRewards`; 1 to {@link REASON_LENGTH_MAX} characters. */
  readonly reason: string;
  /** Base units, 1..2^256-1. */
  readonly amount: bigint;
}

/** One row of a published list, in base units. */
export interface ListEntry {
  /** Line of the row, or place of the entry among those of its file, from 1. */
  readonly line: number;
  readonly wallet: Wallet;
  /** Base units, 0..2^256-1. */
  readonly amount: bigint;
  /** Claim index, where the format has one: 0..2^53-1, because answers give it as a number. */
  readonly index: bigint | null;
  /** Parts that add up to `amount`, or none. */
  readonly breakdown: readonly ListShare[];
  /** As published, the leaf's sibling first; 32 bytes each, not checked. Null where the format has none. */
  readonly proof: readonly Uint8Array[] | null;
}
