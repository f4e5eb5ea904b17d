import type { Problem } from './problem';

/** Kinds of wallets that can be checked. */
export const WALLET_TYPES = ['evm', 'solana'] as const;
/** Kind of a wallet. */
export type WalletType = (typeof WALLET_TYPES)[number];

/** Longest wallet that is looked at, in characters. */
export const WALLET_LENGTH_MAX = 64;

/** What a check can find: `pending` is decided later, `unknown` may never be. Neither is a no. */
export const ELIGIBILITY_STATUSES = ['eligible', 'ineligible', 'pending', 'unknown'] as const;
/** What a check found. */
export type EligibilityStatus = (typeof ELIGIBILITY_STATUSES)[number];

/** Why a check ended as it did. The first says what decided; those after it are about the claim. */
export const ELIGIBILITY_REASONS = [
  'in_allocation_list',
  'not_in_allocation_list',
  'excluded_sybil',
  'wrong_address_family',
  'snapshot_pending',
  'list_not_published',
  'source_unavailable',
  'claim_not_open',
  'claim_expired',
  'already_claimed',
] as const;
/** Why a check ended as it did. */
export type EligibilityReasonCode = (typeof ELIGIBILITY_REASONS)[number];

/** How a claim can stand. */
export const CLAIM_STATUSES = ['not_open', 'open', 'claimed', 'expired', 'unknown'] as const;
/** How a claim stands. */
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Leaf encodings of published merkle trees. */
export const PROOF_FORMATS = ['uniswap', 'ens', 'openzeppelin', 'jito'] as const;
/** How the leaves of a published tree are encoded. */
export type ProofFormat = (typeof PROOF_FORMATS)[number];

/** Body of POST /v1/eligibility. */
export interface EligibilityCheck {
  /** EVM (`0x` and 40 hex digits; mixed case must pass EIP-55) or Solana (base58 of 32 bytes). @maxLength 64 */
  wallet: string;
  /** Slug of the drop. @maxLength 64 */
  drop: string;
}

/** A part of an allocation, where its list says what it is for. */
export interface AllocationPart {
  /** The list's own name for it: `bridge_volume`. */
  reason: string;
  /** Base units. @pattern ^[0-9]+$ */
  amount: string;
}

/** What a wallet gets. */
export interface Allocation {
  /** Base units, an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Base units of one token are 10 to this power; null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
  /** Such as `LINEA`; null while unknown. */
  symbol: string | null;
  /** CAIP-19, such as `eip155:59144/erc20:0x…`; null while unknown. */
  token: string | null;
  /** USD rounded to cents; null without a price. @minimum 0 */
  value_usd: number | null;
  /** Empty where the list gives one sum only. */
  breakdown: AllocationPart[];
}

/** Whether and where it can be claimed. */
export interface Claim {
  /** Whether the window has yet to open, is open or is over, and whether it was claimed. */
  status: ClaimStatus;
  /** Null while unknown. @format date-time */
  opens_at: string | null;
  /** Exclusive; null for an open end. @format date-time */
  closes_at: string | null;
  /** True once the whole allocation is claimed; null where the chain was not asked or did not answer. */
  claimed: boolean | null;
  /** Base units claimed so far; null while unknown, and where the contract reports only yes or no. @pattern ^[0-9]+$ */
  claimed_amount: string | null;
  /** CAIP-10; null where the drop names none. */
  contract: string | null;
  /** Where to claim. @format uri */
  url: string | null;
}

/** Proof that the allocation is in the published tree. */
export interface AllocationProof {
  /** How the leaves of the tree are encoded. */
  format: ProofFormat;
  /** 0x and 64 hex digits. */
  root: string;
  /**
   * A published root confirms `root`. False where this service computed the root and no published root confirms it: the
   * proof then shows only that wallet and amount are in the list that is stored here.
   */
  root_published: boolean;
  /** Place in the list, where the format has one. @asType integer @nullable @minimum 0 */
  index: number | null;
  /** From the leaf to the root, 0x and 64 hex digits each. */
  proof: string[];
}

/** Why a check ended as it did. */
export interface EligibilityReason {
  /** What to branch on. */
  code: EligibilityReasonCode;
  /** One sentence for people. */
  message: string;
}

/** The list that decided. */
export interface EligibilitySource {
  /** Whether it says who gets something, or who was shut out. */
  kind: 'allocation_list' | 'exclusion_list';
  /** Where the list was published. @format uri */
  url: string | null;
  /** SHA-256 of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** When the service took the list in force. @format date-time */
  published_at: string;
}

/** Answer of POST /v1/eligibility. */
export interface EligibilityResult {
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /** As it was understood: EVM in EIP-55 mixed case. @maxLength 64 */
  wallet: string;
  /** Kind of the wallet, as its address tells. */
  wallet_type: WalletType;
  /** What was found; `pending` is decided later, `unknown` may never be. */
  status: EligibilityStatus;
  /** Null while `pending` or `unknown`: that is not a no. */
  eligible: boolean | null;
  /** Null unless eligible. */
  allocation: Allocation | null;
  /** Whether and where it can be claimed; of the drop, whoever asks. */
  claim: Claim;
  /** Null where the list has no tree. */
  proof: AllocationProof | null;
  /** At least one; the first decided. @minItems 1 */
  reasons: EligibilityReason[];
  /** When who is eligible is, or was, decided. */
  snapshot: {
    /** Block number; null while unknown. @asType integer @nullable @minimum 0 */
    block: number | null;
    /** Null while unknown. @format date-time */
    date: string | null;
  };
  /** Null where no list decided. */
  source: EligibilitySource | null;
  /** When the check was made. @format date-time */
  checked_at: string;
  /** The instant up to which the answer is complete. @format date-time */
  as_of: string;
}

/** Most checks of one batch. */
export const BATCH_CHECKS_MAX = 100;

/** Body of POST /v1/eligibility/batch. */
export interface EligibilityBatch {
  /** Answered each by itself, in this order. @minItems 1 @maxItems 100 */
  checks: EligibilityCheck[];
}

/** In the place of a check that cannot be answered; the others are. */
export interface EligibilityFault {
  /** What its answer would have been if it had been asked alone. */
  problem: Problem;
}

/** Answer of POST /v1/eligibility/batch. */
export interface EligibilityBatchResult {
  /** One for each check, in their order: what is known, or why it cannot be answered. @maxItems 100 */
  data: (EligibilityResult | EligibilityFault)[];
}
