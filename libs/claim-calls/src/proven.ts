import { type Hash, isStarknetProof, PORTABLE_HASH, portableKind, provesWith } from '@droptrack/eligibility';
import type { ClaimTerms } from './claim-terms';

/** True for a proof that the contracts accept: they sort each pair. The L2 alias of a wallet cannot send its claim. */
export function isProven(
  { proof, wallet, amount }: Pick<ClaimTerms, 'proof' | 'wallet' | 'amount'>,
  hash: Hash = PORTABLE_HASH,
): boolean {
  if (proof === null || proof.sides !== undefined || proof.alias === true || isStarknetProof(proof)) return false;
  return provesWith({ ...proof, wallet, amount: amount.toString() }, portableKind, hash);
}
