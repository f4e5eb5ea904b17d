import type { ClaimDefinition } from '@droptrack/catalogue';
import type { ClaimState, Wallet } from '@droptrack/eligibility';
import type { ClaimArguments } from './claim-arguments';

/** Claim of a list, without its source. */
export type ListClaim = Omit<ClaimDefinition, 'source'>;

/** Claim to be checked, as in the list of the drop. */
export interface ClaimQuestion extends Pick<ClaimArguments, 'leaf'> {
  readonly wallet: Wallet;
  /** Null if neither the list nor its proofs have claim indexes. */
  readonly index: bigint | null;
  /** Base units; null if the wallet is not in the list. */
  readonly amount: bigint | null;
}

/** True for a claim whose call has the hash of a leaf as an argument. */
export const isKeyedByLeaf = ({ check = '', args }: Pick<ListClaim, 'check' | 'args'>): boolean =>
  args === undefined
    ? /[(,]\s*bytes(?:32\s+leaf|16\s+leaf16)\s*[,)]/.test(check)
    : args.some((arg) => /^leaf(?:16)?$/.test(arg));

/** Question that a configured node can be asked. */
export interface ClaimQuery {
  /** Equal for questions with the same answer. Contains the wallet. */
  readonly key: string;
  /**
   * Asks the node. Null without a valid result in time; never rejects.
   *
   * @param nowMs - milliseconds since the epoch.
   */
  ask(nowMs: number): Promise<ClaimState | null>;
}

/**
 * Outcome of asking a distributor about a made-up wallet. `invalid`: the result is none that the declared call can return.
 * `no_result`: the node did not respond, or rejected the call, which the failure `status` shows.
 */
export type ProbeOutcome = 'valid' | 'invalid' | 'no_result' | 'no_node';

/** Claims on chains of one kind. */
export interface ChainClaims {
  /** Query of a claim; null if no node is configured for it, or a value that it needs is unknown. */
  queryOf(claim: ListClaim, question: ClaimQuestion): ClaimQuery | null;
  /** Asks the distributor about a made-up wallet. Never rejects. */
  probe(claim: ListClaim, nowMs: number): Promise<ProbeOutcome>;
}
