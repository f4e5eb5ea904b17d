import type { AllocationProof, AllocationRange } from '@droptrack/contracts';
import { EXAMPLE_CHECKS, EXAMPLE_WALLETS } from '../eligibility/eligibility.example';
import { exampleAllocation } from '../snapshots/snapshots.openapi';

/** Prefix of the example wallet. */
export const EXAMPLE_PREFIX = EXAMPLE_WALLETS.evm.slice(2, 5).toLowerCase();

/** Range of the example wallet, with one of its neighbours. */
export function exampleRange(): AllocationRange {
  const { allocation, proof, source } = EXAMPLE_CHECKS.eligible;
  if (allocation === null || source === null) throw new Error('The example wallet has no allocation');
  const { amount: otherAmount, breakdown: otherBreakdown } = exampleAllocation();
  const proofs: readonly (AllocationProof | null)[] = [proof, proof && { ...proof, index: 48_213 }];
  const { amount, breakdown } = allocation;
  const rows = [
    { wallet: EXAMPLE_WALLETS.evm.toLowerCase(), amount, index: 5, breakdown },
    {
      wallet: '0xd8e1b7a5f21c60934d0b9c14a8a0a3a2c5b6d7e8',
      amount: otherAmount,
      index: 48_213,
      breakdown: otherBreakdown,
    },
  ];
  return {
    drop: 'linea',
    wallet_type: 'evm',
    prefix: EXAMPLE_PREFIX,
    lists: [
      {
        list: null,
        matching: 1,
        data: rows.map((row, at) => ({ ...row, proof: proofs[at] ?? null })),
        source,
      },
    ],
    lists_gap: null,
  };
}
