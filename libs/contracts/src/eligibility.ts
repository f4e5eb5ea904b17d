import type { Claim } from './claim';
import type { DropChecker } from './distribution';
import type { Problem } from './problem';
import type { WalletType } from './wallet';

/** All results of an eligibility check. */
export const ELIGIBILITY_STATUSES = ['eligible', 'ineligible', 'pending', 'unknown'] as const;
/**
 * Result of an eligibility check. `pending`: eligibility has not been decided yet. `unknown`: this service cannot
 * determine it. Neither means ineligible.
 */
export type EligibilityStatus = (typeof ELIGIBILITY_STATUSES)[number];

/** All reason codes of an eligibility check. */
export const ELIGIBILITY_REASONS = [
  'in_allocation_list',
  'not_in_allocation_list',
  'zero_allocation',
  'wallet_not_verifiable',
  'lists_incomplete',
  'excluded_sybil',
  'wrong_address_family',
  'snapshot_pending',
  'list_not_published',
  'list_not_loaded',
  'nothing_to_claim',
  'answered_by_project',
  'source_unavailable',
  'unpublished_root',
  'l2_alias',
  'claim_not_open',
  'claim_expired',
  'already_claimed',
] as const;
/**
 * Reason code of an eligibility check. `zero_allocation`: the lists contain the wallet with an amount of 0. `lists_incomplete`: the
 * active lists are not the whole distribution, and a missing one may contain the wallet. `list_not_loaded`: the drop has opened
 * its claims or has ended, so that its allocations are decided, but this service has no allocation list of it.
 * `nothing_to_claim`: the tokens are credited without a claim, so that the balance of an eligible wallet shows them.
 * `answered_by_project`: no list is published as a whole, so only the project can answer, at `checker` if it is known.
 * `unpublished_root` describes the proof; `l2_alias` states that the list contains the alias of a contract of L1; the `claim_*` codes and `already_claimed`
 * describe the claim.
 */
export type EligibilityReasonCode = (typeof ELIGIBILITY_REASONS)[number];

/** All leaf encodings of published Merkle trees. */
export const PROOF_FORMATS = [
  'uniswap',
  'ens',
  'openzeppelin',
  'jito',
  'abi',
  'packed',
  'solana_keccak',
  'starknet_pedersen',
  'starknet_poseidon',
  'ekubo',
  'cosmwasm',
] as const;
/** Leaf encoding of a published Merkle tree. */
export type ProofFormat = (typeof PROOF_FORMATS)[number];

/** Body of POST /v1/eligibility. */
export interface EligibilityCheck {
  /**
   * Wallet address: EVM (`0x` and 40 hex digits; mixed case must pass EIP-55), Solana (base58 of 32 bytes), Starknet, Sui, Aptos or
   * Movement (`0x` and 56 to 64 hex digits; mixed case must pass the checksum of starknet.js), of a Cosmos chain (bech32), TON
   * (user-friendly, or workchain, colon and 64 hex digits) or Bitcoin (base58check, bech32 or bech32m).
   * @maxLength 90
   */
  wallet: string;
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /**
   * Version of the unnamed allocation list that decides, instead of all active lists. Former versions are available until
   * their rows are deleted. @asType integer @minimum 1
   */
  list_version?: number;
}

/** One part of an allocation, for lists that publish a breakdown. */
export interface AllocationPart {
  /** Reason as named by the list, such as `bridge_volume`. */
  reason: string;
  /** Amount in base units, as a decimal string. @pattern ^[0-9]+$ */
  amount: string;
}

/** Allocation of a wallet. */
export interface Allocation {
  /** Amount in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Decimals of the token: one token is 10 to this power base units. Null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
  /** Symbol of the token, such as `LINEA`. Null while unknown. */
  symbol: string | null;
  /** CAIP-19 id of the token, such as `eip155:59144/erc20:0x…`. Null while unknown. */
  token: string | null;
  /** Value in USD, rounded to cents, at the stated price of the token or one observed within 24 hours before `as_of`: the fact `value.price_usd` of `GET /v1/drops/{id}/explain`. Null without such a price. @minimum 0 */
  value_usd: number | null;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  breakdown: AllocationPart[];
  /** Unlocked and locked part of the amount. Null if the list does not distinguish them. */
  vesting: AllocationVesting | null;
}

/** Vesting of an allocation, by the parts that its list names as locked or unlocked. `unlocked` and `locked` add up to the amount. */
export interface AllocationVesting {
  /** Part that can be claimed at once, in base units, as a decimal string. @pattern ^[0-9]+$ */
  unlocked: string;
  /** Part that becomes claimable later, in base units, as a decimal string. @pattern ^[0-9]+$ */
  locked: string;
}

/** Allocation of a wallet in one of several tokens. */
export interface TokenAllocation {
  /** Address of the token, as its leaf contains it; EVM in EIP-55 mixed case. @maxLength 100 */
  token: string;
  /** Amount in base units of this token, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
}

/** Merkle proof that the allocation is in the tree of its list. */
export interface AllocationProof {
  /** Leaf encoding of the tree. */
  format: ProofFormat;
  /** Root of the tree: `0x` and 64 hex digits. */
  root: string;
  /**
   * True if a published root confirms `root`. False if this service computed the root itself and no published root
   * confirms it: such a proof shows only that wallet and amount are in the list stored by this service.
   */
  root_published: boolean;
  /** Index of the leaf. Null for formats without an index. @asType integer @nullable @minimum 0 */
  index: number | null;
  /** Sibling hashes from the leaf to the root: `0x` and 64 hex digits each. */
  proof: string[];
  /** Fields of the leaf in the order of its encoding. Only for leaves with other fields than those of `format`. */
  fields?: LeafField[];
  /** Side of each sibling hash. Only for trees that hash pairs by position; others sort each pair. */
  sides?: ('left' | 'right')[];
  /** True if the leaf contains the L2 alias of the wallet: its address plus 0x1111000000000000000000000000000000001111, modulo 2^160. Absent otherwise. */
  alias?: boolean;
}

/** Field of a leaf. Exactly one field is the wallet, and at most one the amount: without one, as in an allowlist, the proof is of the wallet alone. */
export interface LeafField {
  /** Solidity type of a static size, such as `uint256`. */
  type: string;
  /** Member of the response that the field contains. Null for a field with a value of its own. */
  is: 'wallet' | 'amount' | 'index' | null;
  /** Value of the field: a decimal string of an integer, `true` or `false`, or `0x` and hex digits. Null with `is`. */
  value: string | null;
}

/** One of several entries of an allocation: a row of one of the drop's lists, or a leaf of its tree. */
export interface AllocationEntry {
  /** Name of the list, such as `season-2`. Null for the unnamed list. */
  list: string | null;
  /** Amount in base units, as an exact decimal string. @pattern ^[0-9]+$ */
  amount: string;
  /** Address of the token of the amount. Absent for a list of the token of the drop. @maxLength 100 */
  token?: string;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  breakdown: AllocationPart[];
  /** Merkle proof of this entry. Null if its list has no tree. */
  proof: AllocationProof | null;
  /** True once this entry is claimed. Null if the chain was not queried or did not respond. */
  claimed: boolean | null;
  /** Amount claimed so far of this entry, in base units. Null while unknown. @pattern ^[0-9]+$ */
  claimed_amount: string | null;
  /** CAIP-10 id of the distributor contract. Null if the drop declares none for this list. */
  contract: string | null;
  /** List of the entry, whose `list` is repeated here. */
  source: EligibilitySource;
}

/** A reason for the result of an eligibility check. */
export interface EligibilityReason {
  /** Stable code to branch on. */
  code: EligibilityReasonCode;
  /** Human-readable explanation, one sentence. */
  message: string;
}

/** List that determined the result. */
export interface EligibilitySource {
  /** Kind of the list: wallets that receive an allocation, or wallets that are excluded. */
  kind: 'allocation_list' | 'exclusion_list';
  /** Name of the list among those of the drop, such as `season-2`. Null for the unnamed list. */
  list: string | null;
  /** Version of the list. @asType integer @minimum 1 */
  version: number;
  /** URL at which the list was published. @format uri */
  url: string | null;
  /** SHA-256 of the list's file. @pattern ^[0-9a-f]{64}$ */
  sha256: string;
  /** Time at which this service activated the list. @format date-time */
  published_at: string;
}

/** Response of POST /v1/eligibility. */
export interface EligibilityResult {
  /** Slug of the drop. @maxLength 64 */
  drop: string;
  /** Wallet address in normalized form: EVM in EIP-55 mixed case, addresses of 32 bytes with 64 lower-case digits, bech32 in lower case, TON in the raw form. @maxLength 90 */
  wallet: string;
  /** Type of the wallet, derived from the address. */
  wallet_type: WalletType;
  /** Result of the check. */
  status: EligibilityStatus;
  /** True if `status` is `eligible`, false if it is `ineligible`. Null while `pending` or `unknown`, which do not mean ineligible. */
  eligible: boolean | null;
  /** Allocation of the wallet in the token of the drop. Null unless eligible, and for `allocations` of other tokens. */
  allocation: Allocation | null;
  /** Allocations by token, of a list that states the token of each amount. Amounts of different tokens are never summed. Absent for other lists. */
  allocations?: TokenAllocation[];
  /** State and location of the claim. The claim window is present for every wallet, eligible or not. */
  claim: Claim;
  /** Merkle proof of the allocation. Null if the list has no tree, and for an allocation of several `entries`, which have their own. */
  proof: AllocationProof | null;
  /** Entries of an allocation that has several; `allocation.amount` is their sum. Empty otherwise. */
  entries: AllocationEntry[];
  /** Reasons for the result, at least one. The first determined `status`; the others describe proof, claim and further lists that contain the wallet. @minItems 1 */
  reasons: EligibilityReason[];
  /** Place at which the project itself says whether the wallet is eligible. Absent if none is known, and unless `status` is `pending` or `unknown`. */
  checker?: DropChecker;
  /** Snapshot that determines eligibility. */
  snapshot: {
    /** Block number of the snapshot. Null while unknown. @asType integer @nullable @minimum 0 */
    block: number | null;
    /** Time of the snapshot. Null while unknown. @format date-time */
    date: string | null;
  };
  /** List that determined the result: of several `entries`, the list of the first. Null if no list did. */
  source: EligibilitySource | null;
  /** Time of the check. @format date-time */
  checked_at: string;
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}

/** Maximum number of checks in one batch. */
export const BATCH_CHECKS_MAX = 100;

/** Body of POST /v1/eligibility/batch. */
export interface EligibilityBatch {
  /** Checks to perform. Each is evaluated independently; results are returned in this order. @minItems 1 @maxItems 100 */
  checks: EligibilityCheck[];
}

/** Result of a rejected check in a batch. Other checks of the batch are not affected. */
export interface EligibilityFault {
  /** Problem that a single check with this input would return. */
  problem: Problem;
}

/** Result of a check in a batch, or its problem if the check was rejected. */
export type EligibilityBatchItem = EligibilityResult | EligibilityFault;

/** Response of POST /v1/eligibility/batch. */
export interface EligibilityBatchResult {
  /** One item per check, in request order. @maxItems 100 */
  data: EligibilityBatchItem[];
}

/** True for a result that an exclusion list decided. */
export const isExcluded = ({ reasons }: Pick<EligibilityResult, 'reasons'>): boolean =>
  reasons[0]?.code === 'excluded_sybil';

/** True for a drop that pays out or has ended, but whose allocation list the service does not have. */
export const isListNotLoaded = ({ reasons }: Pick<EligibilityResult, 'reasons'>): boolean =>
  reasons[0]?.code === 'list_not_loaded';
