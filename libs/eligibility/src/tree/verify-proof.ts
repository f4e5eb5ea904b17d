import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { hexToBytes } from '@noble/hashes/utils';
import { parseBaseAmount } from '../amount/token-amount';
import { parseWallet } from '../wallet/parse-wallet';
import { PORTABLE_HASH } from './hash';
import { lockedPart } from './locked-part';
import { PROOF_LENGTH_MAX, proofHolds } from './proof-holds';
import { treeKind } from './tree-kind';

/** An allocation and its proof, as the API gives them. */
export interface ProvenAllocation {
  /** How the leaves of the tree are encoded. */
  readonly format: ProofFormat;
  /** 0x and 64 hex digits. */
  readonly root: string;
  /** Claim index, integer of 0 or above; null where the format has none. */
  readonly index: number | null;
  /** From the leaf's sibling up, 0x and 64 hex digits each; at most 64. */
  readonly proof: readonly string[];
  /** EVM or Solana address. */
  readonly wallet: string;
  /** Base units, all of the allocation. */
  readonly amount: string;
  /** Needed with `jito` where a part is locked; the others have the sum in their trees. */
  readonly breakdown?: readonly { readonly reason: string; readonly amount: string }[];
}

/**
 * Whether the published tree gives this wallet exactly this amount: whether the proof leads from the leaf that the
 * two make to the root.
 *
 * Compare `root` with the one that the project published, on chain best of all: against a root from the same source
 * as the proof it tells only that both belong together. `root_published` of a response is false where no published
 * root is known to the service.
 *
 * @returns false for anything that is malformed as well; never throws.
 */
export function verifyProof(given: ProvenAllocation): boolean {
  try {
    if (!PROOF_FORMATS.includes(given.format) || !Array.isArray(given.proof)) return false;
    if (given.proof.length > PROOF_LENGTH_MAX) return false;
    if (given.index !== null && !Number.isSafeInteger(given.index)) return false;
    if (typeof given.wallet !== 'string' || typeof given.amount !== 'string') return false;
    const kind = treeKind(given.format);
    const leaf = {
      wallet: parseWallet(given.wallet).bytes,
      amount: parseBaseAmount(given.amount),
      index: given.index === null ? null : BigInt(given.index),
      locked: lockedPart(
        (given.breakdown ?? []).map(({ reason, amount }) => ({ reason, amount: parseBaseAmount(amount) })),
      ),
    };
    const proof = given.proof.map(hashBytes);
    return proofHolds(kind, kind.leafHash(leaf, PORTABLE_HASH), proof, hashBytes(given.root));
  } catch {
    return false;
  }
}

const HASH = /^0x[0-9a-fA-F]{64}$/;

/** Empty for what is no hash, so that no proof holds with it. */
const hashBytes = (text: string): Uint8Array => (HASH.test(text) ? hexToBytes(text.slice(2)) : new Uint8Array(0));
