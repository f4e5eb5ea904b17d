import { isStarknetProof, verifyProof as holds, type ProvenAllocation } from '@droptrack/eligibility';
import { VerifierRequiredError } from './proof-errors';

export type { ProvenAllocation };

/**
 * Verifies a Merkle proof: true if the tree with this root contains the wallet with exactly this amount.
 *
 * Compare `root` with the root that the project published, preferably on chain. A root from the same source as the proof
 * only shows that the two are consistent, and a root with `root_published` false is known to this service alone. Pure: it
 * sends no request, and runs in browsers too.
 *
 * @param given - wallet, amount, proof and root, as in the response of an eligibility check. `breakdown` is required for
 *   Solana lists with locked parts (format `jito`) and ignored for other formats.
 *   Compare `fields`, if there are any, with the leaf that the distributor's contract hashes.
 * @returns false also for malformed input.
 * @throws {@link VerifierRequiredError} for a proof of a tree of Starknet: `@droptrack/sdk/starknet` verifies it. It throws nothing else.
 * @example
 * import { verifyProof } from '@droptrack/sdk';
 * const { wallet, allocation, proof } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
 * const isProven =
 *   allocation !== null &&
 *   proof?.root === '0x…' && // the published root
 *   verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown });
 */
export function verifyProof(given: ProvenAllocation): boolean {
  if (isStarknetProof(given)) {
    throw new VerifierRequiredError('The proof needs verifyStarknetProof of @droptrack/sdk/starknet');
  }
  return holds(given);
}
