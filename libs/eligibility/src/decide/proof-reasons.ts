import type { AllocationProof, EligibilityReason } from '@droptrack/contracts';

/** Reasons of a check that concern its proofs; null for entries without one. */
export function proofReasons(proofs: readonly (AllocationProof | null)[]): EligibilityReason[] {
  if (proofs.every((proof) => proof?.root_published ?? true)) return [];
  const message =
    'No published root confirms the proof: this service computed its root, so it shows only that the wallet and the ' +
    'amount are in the stored list, and a distributor may reject it.';
  return [{ code: 'unpublished_root', message }];
}
