import type { ClaimDefinition, ListEntry } from '@droptrack/catalogue';
import { type ClaimQuestion, isKeyedByLeaf } from '@droptrack/claims';
import type { AllocationProof } from '@droptrack/contracts';
import { InvalidTreeError, PORTABLE_HASH, proofIndex, treeKind, type Wallet } from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';

/**
 * True for contracts that derive the key of a claim from the proof: its index in a tree of the format `ens`, or the hash of
 * its leaf. A key derived from a root that was computed here could belong to the claim of another wallet.
 */
export function needsProof(
  claim: ClaimDefinition,
  { tree }: ListEntry,
  { index }: FoundListRow,
  { type }: Wallet,
): boolean {
  if (type !== 'evm' || tree?.root_published !== true) return false;
  return isKeyedByLeaf(claim) || (index === null && tree.format === 'ens');
}

/**
 * Claim index of an entry, null where neither the list nor its proofs have one, and the hash of its leaf. Never rejects.
 *
 * @param proving - proof of the entry; null if no key is derived from it.
 */
export async function claimKey(
  row: FoundListRow,
  wallet: Wallet,
  proving: Promise<AllocationProof | null> | null,
): Promise<Pick<ClaimQuestion, 'index' | 'leaf'>> {
  const index = row.index === null ? null : BigInt(row.index);
  const proof = await proving?.catch(() => null);
  if (proof === null || proof === undefined) return { index };
  const { format, fields, sides } = proof;
  // The contracts derive the index from sorted pairs. With positional ones, two wallets can have the same.
  const isInProof = format === 'ens' && sides === undefined;
  const leaf = { wallet: wallet.bytes, amount: BigInt(row.amount), index, ...(fields !== undefined && { fields }) };
  return {
    index: index ?? (isInProof ? proofIndex(format, leaf, proof.proof) : null),
    leaf: () => {
      try {
        return treeKind(format).leafHash(leaf, PORTABLE_HASH);
      } catch (error) {
        if (error instanceof InvalidTreeError) return null;
        throw error;
      }
    },
  };
}
