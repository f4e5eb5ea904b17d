import type { AllocationProof, EligibilityResult } from '@droptrack/contracts';
import type { ProvenAllocation } from '@droptrack/sdk';
import { Fact } from './fact';

interface ProofDetailsProps {
  readonly result: EligibilityResult;
  readonly proof: AllocationProof;
}

/** Input of the island, which is that of `verifyProof`. */
const givenOf = ({ wallet, allocation }: EligibilityResult, proof: AllocationProof): ProvenAllocation => ({
  format: proof.format,
  root: proof.root,
  index: proof.index,
  proof: proof.proof,
  wallet,
  amount: allocation?.amount ?? '',
  breakdown: allocation?.breakdown ?? [],
});

/**
 * The Merkle proof of an allocation. Its verification is left to the reader: by the island `verify-proof`, which replaces the
 * text of the verdict, or by the SDK.
 */
export const ProofDetails = ({ result, proof }: ProofDetailsProps) => (
  <section
    data-proof={JSON.stringify(givenOf(result, proof))}
    data-root-published={String(proof.root_published)}
    aria-label="Proof"
  >
    <p class="proof-verdict" role="status">
      Proof: not verified by this page. With scripts allowed, your browser verifies it here.
    </p>
    <details>
      <summary>Merkle proof</summary>
      <ProofFacts proof={proof} />
      <p>To verify it without this site:</p>
      <pre tabIndex={0} aria-label="Verification with the SDK">
        <code>
          {[
            "import { verifyProof } from '@droptrack/sdk';",
            `const { wallet, allocation, proof } = await client.eligibility.check({ wallet: '…', drop: '${result.drop}' });`,
            'console.log(verifyProof({ ...proof, ...allocation, wallet }));',
          ].join('\n')}
        </code>
      </pre>
    </details>
  </section>
);

const ProofFacts = ({ proof }: Pick<ProofDetailsProps, 'proof'>) => (
  <dl class="check-facts">
    <Fact term="Root">
      <code class="break">{proof.root}</code>
      <br />
      {proof.root_published
        ? 'Published by the project. Compare it with the root in the distributor contract.'
        : 'Computed by this service from the list; no published root confirms it. The proof shows only that wallet and amount are in that list.'}
    </Fact>
    <Fact term="Leaf encoding">
      <code>{proof.format}</code>
    </Fact>
    <Fact term="Index">{proof.index ?? 'none in this encoding'}</Fact>
    <Fact term="Siblings">
      {proof.proof.length === 0 ? (
        'None: the tree has one leaf.'
      ) : (
        <ol class="siblings">
          {proof.proof.map((sibling) => (
            <li key={sibling}>
              <code class="break">{sibling}</code>
            </li>
          ))}
        </ol>
      )}
    </Fact>
  </dl>
);
