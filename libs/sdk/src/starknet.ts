import {
  isStarknetProof as isOfStarknet,
  type ProvenAllocation,
  type StarknetHash,
  verifyStarknetProof as holds,
} from '@droptrack/eligibility';

export type { ProvenAllocation, StarknetHash };

/**
 * Verifies a Merkle proof of any format with the hash functions of Starknet, which `verifyProof` of `@droptrack/sdk` does
 * without: true if the tree with this root contains the wallet with exactly this amount.
 *
 * Compare `root` with the root that the project published, preferably on chain.
 *
 * @param given - wallet, amount, proof and root, as in the response of an eligibility check.
 * @param starknet - `pedersen` and `poseidonHashMany` of `@scure/starknet`, or `ec.starkCurve` of starknet.js.
 * @returns false also for malformed input.
 * @throws {TypeError} if `starknet` lacks one of the functions.
 * @example
 * import { verifyStarknetProof } from '@droptrack/sdk/starknet';
 * import * as starknet from '@scure/starknet';
 * const { wallet, allocation, proof } = await client.eligibility.check({ wallet: '0x…', drop: 'starknet-provisions' });
 * const isProven =
 *   allocation !== null &&
 *   proof?.root === '0x…' && // the published root
 *   verifyStarknetProof({ ...proof, ...allocation, wallet }, starknet);
 */
export function verifyStarknetProof(given: ProvenAllocation, starknet: StarknetHash): boolean {
  return holds(given, starknet);
}

/**
 * True for a proof that needs {@link verifyStarknetProof}, since `verifyProof` of `@droptrack/sdk` throws for it.
 *
 * @example
 * import { isStarknetProof } from '@droptrack/sdk/starknet';
 * const { proof } = await client.eligibility.check({ wallet: '0x…', drop: 'starknet-provisions' });
 * console.log(proof !== null && isStarknetProof(proof));
 */
export function isStarknetProof(proof: Pick<ProvenAllocation, 'format'>): boolean {
  return isOfStarknet(proof);
}
