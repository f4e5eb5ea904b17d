import type {
  AllocationPart,
  AllocationProof,
  AllocationRange,
  EligibilitySource,
  WalletType,
} from '@droptrack/contracts';
import { prefixesOf, readWallet, type Wallet } from '@droptrack/eligibility';
import { InvalidProofError, UsageError } from '../errors';
import { type ProvenAllocation, verifyProof } from './verify-proof';

/** Check that does not send the wallet. */
export interface PrivateCheck {
  /** EVM, Solana, Starknet or Cosmos address. It does not leave the device. */
  readonly wallet: string;
  /** Slug of the drop. */
  readonly drop: string;
  /** Name of a list. Without it, all active lists of the drop are checked. */
  readonly list?: string;
}

/**
 * Result of the verification of proofs. `verified`: every row of the wallet is in a tree with a published root.
 * `unpublished_root`: proofs are valid, but at least one root is not published, so it shows only that the list of the
 * service contains the row. `none`: the wallet is not listed, or a list has no tree.
 */
export type PrivateProofState = 'verified' | 'unpublished_root' | 'none';

/** Row of the wallet in one of the lists. */
export interface PrivateEntry {
  /** Name of the list. Null for the unnamed list. */
  readonly list: string | null;
  /** Amount in base units, as an exact decimal string. */
  readonly amount: string;
  /** Claim index. Null for lists without one. */
  readonly index: string | null;
  /** Parts of the amount. Empty if the list publishes no breakdown. */
  readonly breakdown: readonly AllocationPart[];
  /** Verified Merkle proof. Null if the list has no tree. */
  readonly proof: AllocationProof | null;
  /** Version of the list. */
  readonly source: EligibilitySource;
}

/** Result of a private check. */
export interface PrivateCheckResult {
  /** Slug of the drop. */
  readonly drop: string;
  /** Wallet address in normalized form: EVM addresses in EIP-55 mixed case. */
  readonly wallet: string;
  /** Type of the wallet, derived from the address. */
  readonly wallet_type: WalletType;
  /** Prefix of the wallet that was sent. */
  readonly prefix: string;
  /** True if at least one of the lists contains the wallet. */
  readonly listed: boolean;
  /** Sum of the entries in base units, as an exact decimal string. Null unless listed. */
  readonly amount: string | null;
  /** State of the proofs of all entries: the weakest of them. */
  readonly proof: PrivateProofState;
  /** Rows of the wallet, by list. */
  readonly entries: readonly PrivateEntry[];
  /** Lists that were checked. */
  readonly sources: readonly EligibilitySource[];
  /** Instant up to which the response is complete, RFC 3339. Null if a proxy removed its header. */
  readonly as_of: string | null;
}

/** Wallet of a private check with the prefixes of its buckets. */
export interface PrivateWallet {
  readonly wallet: Wallet;
  /** Shortest first. */
  readonly prefixes: readonly [string, ...string[]];
}

/**
 * Parses the wallet of a private check.
 *
 * @param prefixLength - the only length to use; undefined for all permitted ones.
 * @throws {@link UsageError} for an invalid wallet or length. Its message does not contain the wallet.
 */
export function privateWallet(text: string, prefixLength: number | undefined): PrivateWallet {
  const wallet = readWallet(String(text));
  if (typeof wallet === 'string') throw new UsageError(`wallet is not a valid address (${wallet})`);
  const all = prefixesOf(wallet.address, wallet.type);
  const [first, ...others] = all.filter(({ length }) => prefixLength === undefined || length === prefixLength);
  if (first === undefined) {
    throw new UsageError(`prefixLength must be one of ${all.map(({ length }) => length).join(', ')} for this wallet`);
  }
  return { wallet, prefixes: [first, ...others] };
}

/**
 * Verification of a proof: true if it leads from wallet and amount to its root. {@link verifyProof} is the default.
 */
export type VerifyAllocation = (allocation: ProvenAllocation) => boolean | Promise<boolean>;

/**
 * Selects the rows of the wallet from a bucket and verifies their proofs.
 *
 * @throws {@link InvalidProofError} if a proof does not lead from wallet and amount to its root.
 */
export async function privateResult(
  wallet: Wallet,
  range: AllocationRange,
  asOf: string | null,
  verify: VerifyAllocation = verifyProof,
): Promise<PrivateCheckResult> {
  const { address, type } = wallet;
  const text = type === 'evm' ? address.toLowerCase() : address;
  const entries = range.lists.flatMap(({ list, data, source }) =>
    data
      .filter((row) => (type === 'evm' ? row.wallet.toLowerCase() : row.wallet) === text)
      .map(({ amount, index, breakdown, proof = null }) => ({ list, amount, index, breakdown, proof, source })),
  );
  for (const { proof, amount, breakdown } of entries) {
    if (proof !== null && !(await verify({ ...proof, wallet: address, amount, breakdown }))) {
      throw new InvalidProofError('The proof of the allocation does not lead to the root of its list');
    }
  }
  return {
    drop: range.drop,
    wallet: address,
    wallet_type: type,
    prefix: range.prefix,
    listed: entries.length > 0,
    amount: entries.length === 0 ? null : entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString(),
    proof: stateOf(entries),
    entries,
    sources: range.lists.map(({ source }) => source),
    as_of: asOf,
  };
}

function stateOf(entries: readonly PrivateEntry[]): PrivateProofState {
  if (entries.length === 0 || entries.some(({ proof }) => proof === null)) return 'none';
  return entries.every(({ proof }) => proof?.root_published) ? 'verified' : 'unpublished_root';
}
