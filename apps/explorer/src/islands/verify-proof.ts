import { type ProvenAllocation, verifyProof } from '@droptrack/sdk';

/** Verifies the proofs of the page from its own text, without a request. */
for (const section of document.querySelectorAll<HTMLElement>('[data-proof]')) {
  const given = JSON.parse(section.dataset['proof'] ?? '') as ProvenAllocation;
  const isValid = verifyProof(given);
  const verdict = section.querySelector<HTMLElement>('.proof-verdict');
  if (verdict === null) continue;
  verdict.classList.add(isValid ? 'verified' : 'rejected');
  verdict.textContent = isValid
    ? `Verified in your browser: the leaf of this wallet and amount leads ${pathOf(given)} to the root. ${
        section.dataset['rootPublished'] === 'true'
          ? 'The project published this root.'
          : 'No published root confirms this root, so this shows only that the service’s list contains them.'
      }`
    : 'The proof failed in your browser: wallet and amount do not lead to the root. Do not rely on this result.';
}

function pathOf({ proof }: ProvenAllocation): string {
  if (proof.length === 0) return 'directly';
  return proof.length === 1 ? 'by 1 hash' : `by ${proof.length} hashes`;
}
