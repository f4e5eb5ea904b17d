import type { LeafField, ProofFormat } from '@droptrack/contracts';
import { readBaseAmount } from '../amount/token-amount';
import { lockedPart } from '../amount/vesting';
import { hexToBytes } from '../hex-bytes';
import { l2Alias } from '../wallet/l2-alias';
import { readWallet } from '../wallet/parse-wallet';
import { type Hash, InvalidTreeError, PORTABLE_HASH, type StarknetHash } from './hash';
import { PROOF_LENGTH_MAX, proofHolds, type ProofSide } from './proof';
import type { ProofKind } from './tree-kind';
import { isStarknetFormat, portableKind, treeKind } from './tree-kinds';

/** Allocation with its proof, as in a response of the API. */
export interface ProvenAllocation {
  /** Encoding of the leaves of the tree. */
  readonly format: ProofFormat;
  /** Merkle root, 0x and 64 hex digits. */
  readonly root: string;
  /** Claim index, integer of 0 or above; null for formats without one. */
  readonly index: number | null;
  /** Hashes from the sibling of the leaf upwards, 0x and 64 hex digits each; at most 64. */
  readonly proof: readonly string[];
  /** Fields of the leaf, if they are not the usual ones of `format`: exactly one is the wallet, and one the amount. */
  readonly fields?: readonly LeafField[];
  /** Side of each hash of `proof`, if the tree hashes pairs by position; absent if it sorts them. */
  readonly sides?: readonly ProofSide[];
  /** True if the leaf contains the L2 alias of the wallet, which is derived from it here. */
  readonly alias?: boolean;
  /** Address of the wallet. */
  readonly wallet: string;
  /** Total allocation in base units. Null for a leaf whose `fields` have no amount: such a proof is of the wallet alone. */
  readonly amount: string | null;
  /** Parts of the allocation. Required for `jito` with locked parts; other formats use only the amount. */
  readonly breakdown?: readonly { readonly reason: string; readonly amount: string }[];
}

/**
 * Verifies a Merkle proof: true if the tree with this root contains the wallet with exactly this amount, or for an amount of null
 * and a leaf without one, the wallet.
 *
 * Compare `root` with the root that the project published, preferably on chain. A root from the same source as the proof
 * only shows that the two are consistent. `root_published` of a response is false if the service knows no published root.
 * Compare `fields` with the leaf that the distributor's contract hashes: other fields could read its bytes differently.
 *
 * @returns false also for malformed input.
 * @throws {InvalidTreeError} with the reason `hash` for a proof of Starknet, which {@link verifyStarknetProof} verifies.
 */
export function verifyProof(given: ProvenAllocation): boolean {
  if (isStarknetProof(given)) throw new InvalidTreeError('hash');
  return provesWith(given, portableKind, PORTABLE_HASH);
}

/**
 * Verifies a Merkle proof of any format, as {@link verifyProof} does.
 *
 * @param starknet - hash functions of Starknet.
 * @returns false also for malformed input.
 * @throws {TypeError} without the two functions: a valid proof must not fail for that.
 */
export function verifyStarknetProof(given: ProvenAllocation, starknet: StarknetHash): boolean {
  if (typeof starknet.pedersen !== 'function' || typeof starknet.poseidonHashMany !== 'function') {
    throw new TypeError('verifyStarknetProof needs pedersen and poseidonHashMany, such as those of @scure/starknet');
  }
  return provesWith(given, treeKind, { ...PORTABLE_HASH, starknet });
}

/** True for a proof that only {@link verifyStarknetProof} verifies. */
export const isStarknetProof = (given: Pick<ProvenAllocation, 'format'> | null | undefined): boolean =>
  given !== null && given !== undefined && isStarknetFormat(given.format);

/** Verifies a proof of a format that has a kind, by hash functions of the caller. @returns false also for malformed input. */
export function provesWith(
  given: ProvenAllocation,
  kindOf: (format: ProofFormat) => ProofKind | undefined,
  hash: Hash,
): boolean {
  try {
    const kind = kindOf(given.format);
    // Plain JavaScript can pass the name of an inherited member, or an array, as a format.
    if (kind === undefined || kind.format !== given.format) return false;
    if (!Array.isArray(given.proof) || given.proof.length > PROOF_LENGTH_MAX) return false;
    if (given.index !== null && !Number.isSafeInteger(given.index)) return false;
    if (typeof given.wallet !== 'string') return false;
    // A leaf without an amount must not prove one.
    if ((given.amount === null) !== isOfWalletAlone(given.fields)) return false;
    if (given.fields === undefined ? kind.fields === 'required' : !areWholeFields(kind, given.fields)) return false;
    const { sides = null } = given;
    if (sides !== null && !areSides(sides)) return false;
    const declared = readWallet(given.wallet);
    const wallet = given.alias === true && typeof declared !== 'string' ? (l2Alias(declared) ?? 'evm_form') : declared;
    const amount = given.amount === null ? 0n : typeof given.amount === 'string' ? readBaseAmount(given.amount) : null;
    const parts = (given.breakdown ?? []).flatMap(({ reason, amount: text }) => {
      const part = readBaseAmount(text);
      return part === null ? [] : [{ reason, amount: part }];
    });
    if (typeof wallet === 'string' || amount === null || parts.length !== (given.breakdown ?? []).length) return false;
    const leaf = {
      wallet: wallet.bytes,
      amount,
      index: given.index === null ? null : BigInt(given.index),
      locked: lockedPart(parts),
      ...(given.fields !== undefined && { fields: given.fields }),
    };
    const proof = given.proof.map(hashBytes);
    return proofHolds(kind, kind.leafHash(leaf, hash), proof, hashBytes(given.root), hash, sides);
  } catch {
    return false;
  }
}

/** True for fields without an amount, which prove that the wallet is in a list, and no amount. */
const isOfWalletAlone = (fields?: readonly LeafField[]): boolean =>
  fields !== undefined && !fields.some(({ is }) => is === 'amount');

/** True for fields that a kind of tree can have, each with its value. The values are checked with the leaf. */
const areWholeFields = (kind: ProofKind, fields: readonly LeafField[]): boolean =>
  kind.fields !== undefined && fields.every(({ is, value }) => (is === null) === (typeof value === 'string'));

const areSides = (sides: readonly unknown[]): boolean =>
  Array.isArray(sides) && sides.every((side) => side === 'left' || side === 'right');

const HASH = /^0x[0-9a-fA-F]{64}$/;

/** Returns empty bytes for an invalid hash, with which every proof fails. */
const hashBytes = (text: string): Uint8Array => (HASH.test(text) ? hexToBytes(text.slice(2)) : new Uint8Array(0));
