import type { LeafField } from '@droptrack/contracts';
import type { ClaimValue } from '@droptrack/distributors';
import type { ClaimValues } from './claim-function';

/** Root of a tree that the caller knows without the service, and the fields of its leaves. */
export interface StatedRoot {
  /** `0x` and 64 hex digits. */
  readonly root: string;
  /**
   * Fields of the leaves as the distributor hashes them; they can be omitted if they are the index, the wallet, the token and the amount,
   * as far as the claim names them. A null `value` of a field without `is` accepts any value.
   */
  readonly fields?: readonly LeafField[];
}

/** Claim that the caller asked for, as the caller knows it without the service. */
export interface ClaimExpectation {
  /** EVM address that has the allocation, and sends the calls. */
  readonly wallet: string;
  /** Address that receives the tokens. Default: the wallet. */
  readonly to?: string;
  /** Address that receives the votes of the tokens, for a claim that delegates them. A claim with another one is rejected, and so is any without this member. */
  readonly delegate?: string;
  /** Roots that the project published, preferably read from its distributor. Empty for a distributor without a tree. */
  readonly roots: readonly (string | StatedRoot)[];
  /** CAIP-10 ids of the distributors that the project published. Without them, no target is proven, and no claim without a tree. */
  readonly contracts?: readonly string[];
  /** CAIP-19 id of the token. Without it, the token of `expects` is only the statement of the service. */
  readonly token?: string;
  /**
   * Maximum of the value of the calls in wei: the fee with its margin. Default: 0.002 of the native token for one of `contracts`, which is above the
   * usual fees on chains of ether; otherwise 0.
   */
  readonly feeMaxWei?: bigint;
  /**
   * True to accept a claim that gives up a part of the allocation for good, or whose function can, such as `claimTo` of Sablier: how much is
   * known to the chain alone.
   */
  readonly acceptForgone?: boolean;
}

/** Decoded call of a verified claim. */
export interface VerifiedCall {
  /** CAIP-10 id of the contract. */
  readonly contract: string;
  /** Signature of the function. */
  readonly signature: string;
  /** Decoded values of its parameters, by their meaning: integers as bigint, addresses and hashes in lower case. */
  readonly values: ClaimValues;
  /** Value of the call in wei. */
  readonly valueWei: bigint;
}

/** Proven members of a claim. */
export interface VerifiedClaim {
  /** Amount of the leaf in base units. With a null `root` only the statement of the service. */
  readonly amount: string;
  /** Address that the calls pay, in lower case. */
  readonly to: string;
  /** Stated root that the proof leads to, in lower case. Null for a distributor without a tree. */
  readonly root: string | null;
  /** `stated`: the contract is one of `contracts`; `unproven`: none were given, so that only the service names it. */
  readonly target: 'stated' | 'unproven';
  readonly calls: readonly VerifiedCall[];
}

/**
 * Reason for which a claim is rejected.
 *
 * - `not_ready`: the claim has no calls, for its own `reason`, or one of its checks or its simulation failed.
 * - `malformed`: not an action of the API. `several_calls`: more than one call, transfer, or instruction.
 * - `function_unknown`: the data is not exactly a claim by a function of the style.
 * - `contract_differs`, `wallet_differs`, `to_differs`, `delegate_differs`, `token_differs`, `sender_differs`, `amount_differs`, `index_differs`, `root_differs`,
 *   `proof_differs`: not what the caller stated, or not what the action itself states.
 * - `contract_required`: a claim without a tree needs `contracts`.
 * - `root_unknown`: the root is none of `roots`. `fields_differ`: the leaf has other fields than those that the contract hashes.
 *   `proof_invalid`: the proof does not lead to the root.
 * - `value_differs`: the value is not the sum of the fees. `fee_too_high`: it is above `feeMaxWei`.
 * - `forgone_not_accepted`: the claim gives up a part for good, or its function can.
 */
export type ClaimFault =
  | 'not_ready'
  | 'malformed'
  | 'several_calls'
  | 'function_unknown'
  | `${'contract' | 'sender' | ClaimValue}_differs`
  | 'contract_required'
  | 'root_unknown'
  | 'fields_differ'
  | 'proof_invalid'
  | 'value_differs'
  | 'fee_too_high'
  | 'forgone_not_accepted';
