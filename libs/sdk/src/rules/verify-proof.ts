import { verifyProof as holds, type ProvenAllocation } from '@droptrack/eligibility';

export type { ProvenAllocation };

/**
 * Whether the published tree gives this wallet exactly this amount. Nobody has to trust an allocation: the proof
 * leads from the wallet and the amount to the root, or it does not.
 *
 * Pure: no request, no clock; runs in a browser. Compare `root` with the one that the project published, on chain
 * best of all: against a root from the same source as the proof it tells only that both belong together. `breakdown`
 * is needed for Solana lists with locked parts (format `jito`) and changes nothing for others.
 *
 * @returns false for anything that is malformed as well; never throws.
 * @example
 * import { verifyProof } from '@droptrack/sdk';
 * const { wallet, allocation, proof } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
 * const isProven =
 *   allocation !== null &&
 *   proof?.root === '0x…' && // as published
 *   verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown });
 */
export function verifyProof(given: ProvenAllocation): boolean {
  return holds(given);
}
