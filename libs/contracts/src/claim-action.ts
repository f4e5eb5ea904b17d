import type { AllocationProof, EligibilityFault } from './eligibility';

/** Maximum number of claims per request of POST /v1/claims/prepare/batch. */
export const PREPARED_CLAIMS_MAX = 20;

/** Body of POST /v1/claims/prepare. */
export interface ClaimPreparationQuery {
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /** Wallet that has the allocation: an EVM or Solana address. @maxLength 90 */
  wallet: string;
  /** Address that receives the tokens, for distributors that can pay another one than the wallet. The wallet if absent. @maxLength 90 */
  to?: string;
  /** Name of the list. Required if several lists contain the wallet. Null for the unnamed one. @maxLength 64 */
  list?: string | null;
  /** Address that receives the votes of the tokens, for distributors that ask for one. It is never chosen for the caller; the zero address for none. @maxLength 90 */
  delegate?: string;
  /** True to receive a call that gives up a part of the allocation for good, as a claim before the end of a vesting can. */
  accept_forgone?: boolean;
}

/** Body of POST /v1/claims/prepare/batch. */
export interface ClaimPreparationBatch {
  /** Claims to prepare, each as in POST /v1/claims/prepare. @minItems 1 @maxItems 20 */
  claims: ClaimPreparationQuery[];
}

/** All statuses of a prepared claim. */
export const CLAIM_ACTION_STATUSES = [
  'ready',
  'not_started',
  'expired',
  'claimed',
  'nothing_to_claim',
  'not_listed',
  'needs_signature',
  'needs_web',
  'unsupported',
  'unknown',
] as const;
/**
 * Status of a prepared claim. `ready`: every check holds, and the calls claim. `needs_signature`: of the server of the project;
 * `needs_web`: only the page of the project offers the claim. `unsupported`: the service cannot prepare this claim. `unknown`: a check
 * failed or could not be made.
 */
export type ClaimActionStatus = (typeof CLAIM_ACTION_STATUSES)[number];

/** All reason codes of a prepared claim. */
export const CLAIM_ACTION_REASONS = [
  'not_in_allocation_list',
  'eligibility_unknown',
  'zero_allocation',
  'several_lists',
  'several_entries',
  'claim_not_open',
  'claim_expired',
  'already_claimed',
  'discovered_drop',
  'distributor_unknown',
  'style_unknown',
  'style_unsupported',
  'token_unknown',
  'proof_missing',
  'proof_invalid',
  'recipient_fixed',
  'delegate_required',
  'forgone_not_accepted',
  'project_signature_required',
  'project_page_required',
  'node_missing',
  'node_unavailable',
  'node_wrong_chain',
  'nodes_disagree',
  'contract_missing',
  'contract_changed',
  'root_differs',
  'amount_differs',
  'token_differs',
  'distributor_paused',
  'distributor_unfunded',
  'recipient_redirected',
  'recipient_frozen',
  'simulation_failed',
  'transfer_differs',
] as const;
/**
 * Reason code of a prepared claim that is not `ready`. `root_differs`: the root of the contract is not that of the proof, such as for a
 * list that is a version behind; `recipient_redirected`: the contract pays claims of the wallet to another address;
 * `contract_changed`: its code is not the one that was declared, or it is a proxy whose code was not declared; `transfer_differs`: a simulated claim does
 * not pay exactly what the list states.
 */
export type ClaimActionReasonCode = (typeof CLAIM_ACTION_REASONS)[number];

/** Call of a contract, in the form of EIP-5792. */
export interface UnsignedCall {
  /** EIP-155. @asType integer @minimum 1 */
  chain_id: number;
  /** Contract that is called, in EIP-55 mixed case. */
  to: string;
  /** Calldata. @pattern ^0x([0-9a-f]{2})+$ */
  data: string;
  /** Wei to send with it, as a hex quantity. @pattern ^0x(0|[1-9a-f][0-9a-f]*)$ */
  value: string;
}

/** Account of an instruction on Solana. */
export interface InstructionAccount {
  /** Base58. */
  pubkey: string;
  /** True if the account must sign the transaction. */
  signer: boolean;
  /** True if the instruction changes the account. */
  writable: boolean;
}

/** Instruction on Solana. */
export interface UnsignedInstruction {
  /** Base58 address of the program. */
  program: string;
  /** Accounts in the order of the program. */
  accounts: InstructionAccount[];
  /** Data, base64. */
  data: string;
}

/** Amount that an address receives. */
export interface ClaimTransfer {
  /** CAIP-19 id of the token. */
  asset: string;
  /** Address that receives it. */
  to: string;
  /** Base units. @pattern ^[0-9]+$ */
  amount: string;
}

/** Amount of the allocation that a claim gives up for good. */
export interface ClaimForgone {
  /** CAIP-19 id of the token. */
  asset: string;
  /** Base units, as of the block of the checks. @pattern ^[0-9]+$ */
  amount: string;
}

/** Fee of a claim. */
export interface ClaimFee {
  /** `distributor`: of the contract, sent as the value of the call; `rent`: of an account on Solana that the claim creates, which the wallet pays. */
  kind: 'distributor' | 'rent';
  /** The native token of the chain. */
  asset: 'native';
  /** Fee in base units, as the contract stated it. @pattern ^[0-9]+$ */
  amount: string;
  /** Added to the value of the call, as the fee can rise before the claim is included; the contract keeps what is too much. @pattern ^[0-9]+$ */
  margin: string;
  /** Block at which the fee was read; on Solana the slot. @asType integer @minimum 0 */
  read_at_block: number;
}

/** All checks of a prepared claim. */
export const CLAIM_CHECKS = [
  'proof',
  'code',
  'root',
  'amount',
  'token',
  'not_claimed',
  'window',
  'not_paused',
  'recipient',
  'funded',
] as const;
/**
 * Code of a check. `proof`: the proof leads from wallet and amount to the root of the list; `code`: the contract has the declared code, or
 * code that cannot be replaced; `root`: the root of the contract is that of the list; `amount`: a contract without a tree states the amount of the
 * list; `token`: it pays the token of the drop; `window`, `not_claimed`, `not_paused`: it pays claims now, and this one; `recipient`: it pays the stated
 * address; `funded`: it holds the amount.
 */
export type ClaimCheckCode = (typeof CLAIM_CHECKS)[number];

/** Check of a prepared claim. */
export interface ClaimCheck {
  /** Code of what was checked. */
  code: ClaimCheckCode;
  /** False if it does not hold. */
  ok: boolean;
  /** Block at whose end it was read; on Solana the slot. Null for a check without a node. @asType integer @nullable @minimum 0 */
  block: number | null;
}

/** Transfer of a token in a simulation. */
export interface SimulatedTransfer extends ClaimTransfer {
  /** Address that pays it. */
  from: string;
}

/** Simulation of the calls by a node, from the wallet, with enough money for gas. */
export interface ClaimSimulation {
  /** Block on which they were simulated; on Solana the slot. @asType integer @minimum 0 */
  block: number;
  /** False if a call reverts, or does not pay what `expects` states. */
  ok: boolean;
  /** Reason of the revert, at most 200 printable characters. Null without one. @maxLength 200 */
  error: string | null;
  /** Transfers of the token. Null from a node without `eth_simulateV1`, which returns none, and on Solana if it fails. */
  transfers: SimulatedTransfer[] | null;
  /** True if the wallet has less of the native token than the fee and the gas at the base fee of the block. Null while unknown. */
  insufficient_gas: boolean | null;
}

/** Reason for which a claim is not `ready`. */
export interface ClaimActionReason {
  /** Stable code to branch on. */
  code: ClaimActionReasonCode;
  /** Explanation, one sentence. */
  message: string;
}

/** Contract or program that pays a claim. */
export interface ClaimDistributor {
  /** CAIP-10 id of the contract; on Solana that of the program. */
  contract: string;
  /** Family of the contract, such as `uniswap`. Null for one that the catalogue does not name. */
  style: string | null;
  /** CAIP-19 id of the token that it pays. Null while unknown. */
  token: string | null;
}

/**
 * Response of POST /v1/claims/prepare: what a wallet has to send to claim, unsigned. It holds as of the block of its checks; verify it with
 * `verifyClaim` of `@droptrack/sdk/claims`, which needs no trust in this service.
 */
export interface ClaimAction {
  /** Slug of the drop. */
  drop: string;
  /** Wallet in normalized form. @maxLength 90 */
  wallet: string;
  /** Name of the list. Null for the unnamed one, and while no list is determined. */
  list: string | null;
  /** Status of the claim. */
  status: ClaimActionStatus;
  /** Reason for which it is not `ready`. Null if it is. */
  reason: ClaimActionReason | null;
  /** Official page of the claim. Null unless the catalogue names one. @format uri */
  page: string | null;
  /** Contract that pays the claim. Null while unknown. */
  distributor: ClaimDistributor | null;
  /** Amount of the list in base units, of which earlier claims are a part. Null unless the wallet is listed. @pattern ^[0-9]+$ */
  amount: string | null;
  /** Proof of the amount, which the calls contain. Null for a list without a tree. */
  proof: AllocationProof | null;
  /** Calls in order. Empty unless `ready`, and on Solana. */
  calls: UnsignedCall[];
  /** Instructions of one transaction, in order. Empty unless `ready` and on Solana. */
  instructions: UnsignedInstruction[];
  /** Sender of the calls: the wallet, anyone, or an operator that it appointed. Null without calls. */
  sender: 'wallet' | 'anyone' | 'operator' | null;
  /** Effect of the claim: it pays tokens, starts a stream of them, locks them, or passes them to another contract. Null without calls. */
  effect: 'transfer' | 'stream' | 'lock' | 'callback' | null;
  /**
   * Amounts that the claim pays: the rest that is not claimed, not the total; of a locked part what has unlocked. Empty without calls. For a
   * `sablier-variable` distributor the least amount, as of the block of the checks: what it pays grows with time.
   */
  expects: ClaimTransfer[];
  /** Amount that the claim gives up for good. Null if nothing. */
  forgoes: ClaimForgone | null;
  /** Fees beside gas. Empty without. */
  fees: ClaimFee[];
  /** Gas that the simulation used; on Solana compute units. Null without one. @pattern ^[0-9]+$ */
  gas: string | null;
  /** End of the claim window, or earlier where a fee follows a price. Null if neither is known. @format date-time */
  valid_until: string | null;
  /** Checks that were made, in order, up to the first that does not hold. */
  checks: ClaimCheck[];
  /** Simulation of the calls. Null without one, for the reason `simulation_gap`. */
  simulation: ClaimSimulation | null;
  /**
   * Reason for which there is no simulation: the claim is not ready for one, the node cannot simulate it, did not respond in time, or the wallet has too little SOL
   * for the rents and the fee, without which Solana simulates nothing. Null with one.
   */
  simulation_gap: 'not_ready' | 'not_supported' | 'no_response' | 'insufficient_funds' | null;
  /** Instant up to which the list is complete. @format date-time */
  as_of: string;
}

/** Item of a batch: a prepared claim, or the problem of a rejected one. */
export type ClaimActionItem = ClaimAction | EligibilityFault;

/** Response of POST /v1/claims/prepare/batch. */
export interface ClaimActionBatch {
  /** One item per claim, in request order. @maxItems 20 */
  data: ClaimActionItem[];
}
