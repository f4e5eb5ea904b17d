import type { AllocationEntry, AllocationProof, EligibilityResult } from '@droptrack/contracts';
import type { ProvenAllocation } from '@droptrack/sdk';
import { Fact } from './fact';

interface ProofDetailsProps {
  readonly result: EligibilityResult;
  readonly proof: AllocationProof;
  /** Amount that the proof is of. */
  readonly of: Pick<AllocationEntry, 'amount' | 'breakdown'>;
  /** Number of the entry that the proof is of, from 1; absent for the proof of the whole allocation. */
  readonly entry?: number;
}

/** Input of the island, which is that of `verifyProof`. */
const givenOf = ({ result, proof, of }: ProofDetailsProps): ProvenAllocation => {
  const { format, root, index, proof: siblings, fields, sides } = proof;
  return {
    ...{ format, root, index, proof: siblings },
    ...(fields !== undefined && { fields }),
    ...(sides !== undefined && { sides }),
    wallet: result.wallet,
    amount: of.amount,
    breakdown: of.breakdown,
  };
};

/**
 * The Merkle proof of an allocation, or of one of its entries. Its verification is left to the reader: by the island `verify-proof`, which replaces the
 * text of the verdict, or by the SDK.
 */
export const ProofDetails = (props: ProofDetailsProps) => (
  <section
    data-proof={JSON.stringify(givenOf(props))}
    data-root-published={String(props.proof.root_published)}
    aria-label={titleOf(props)}
  >
    {props.entry !== undefined && <h4>{titleOf(props)}</h4>}
    <p class="proof-verdict" role="status">
      Proof: not verified by this page. With scripts allowed, your browser verifies it here.
    </p>
    <details>
      <summary>Merkle proof</summary>
      <ProofFacts proof={props.proof} />
      <p>To verify it without this site:</p>
      <pre tabIndex={0} aria-label="Verification with the SDK">
        <code>{exampleOf(props).join('\n')}</code>
      </pre>
    </details>
  </section>
);

const titleOf = ({ entry }: ProofDetailsProps): string => (entry === undefined ? 'Proof' : `Proof of entry ${entry}`);

function exampleOf({ result: { drop }, entry }: ProofDetailsProps): string[] {
  const checked = `await client.eligibility.check({ wallet: '…', drop: '${drop}' });`;
  const verification =
    entry === undefined
      ? [
          `const { wallet, allocation, proof } = ${checked}`,
          'console.log(verifyProof({ ...proof, ...allocation, wallet }));',
        ]
      : [
          `const { wallet, entries } = ${checked}`,
          `const { proof, amount, breakdown } = entries[${entry - 1}];`,
          'console.log(verifyProof({ ...proof, amount, breakdown, wallet }));',
        ];
  return ["import { verifyProof } from '@droptrack/sdk';", ...verification];
}

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
