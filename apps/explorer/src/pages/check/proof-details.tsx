import type { AllocationEntry, AllocationProof, EligibilityResult } from '@droptrack/contracts';
import type { ProvenAllocation } from '@droptrack/sdk';
import { isStarknetProof } from '@droptrack/sdk/starknet';
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
    // A leaf of an allowlist has no amount.
    amount: proof.fields?.some(({ is }) => is === 'amount') === false ? null : of.amount,
    breakdown: of.breakdown,
  };
};

/**
 * The Merkle proof of an allocation, or of one of its entries. Its verification is left to the reader: by the island `verify-proof`, which replaces the
 * text of the verdict, or by the SDK. The island does not contain the hash functions of Starknet, so it is not given such proofs.
 */
export const ProofDetails = (props: ProofDetailsProps) => (
  <section
    {...(!isStarknetProof(props.proof) && {
      'data-proof': JSON.stringify(givenOf(props)),
      'data-root-published': String(props.proof.root_published),
    })}
    aria-label={titleOf(props)}
  >
    {props.entry !== undefined && <h4>{titleOf(props)}</h4>}
    <p class="proof-verdict" role="status">
      {isStarknetProof(props.proof)
        ? 'Proof: not verified by this page, which does not have the hash functions of Starknet. The SDK verifies it, as shown below.'
        : 'Proof: not verified by this page. With scripts allowed, your browser verifies it here.'}
    </p>
    <details>
      <summary>Merkle proof</summary>
      <ProofFacts proof={props.proof} />
      <p>To verify it without this site:</p>
      <pre tabIndex={0} role="region" aria-label="Verification with the SDK">
        <code>{exampleOf(props).join('\n')}</code>
      </pre>
    </details>
  </section>
);

const titleOf = ({ entry }: ProofDetailsProps): string => (entry === undefined ? 'Proof' : `Proof of entry ${entry}`);

function exampleOf({ result: { drop }, proof, entry }: ProofDetailsProps): string[] {
  const isOfStarknet = isStarknetProof(proof);
  const verified = (given: string): string =>
    isOfStarknet ? `console.log(verifyStarknetProof(${given}, starknet));` : `console.log(verifyProof(${given}));`;
  const checked = `await client.eligibility.check({ wallet: '…', drop: '${drop}' });`;
  const verification =
    entry === undefined
      ? [`const { wallet, allocation, proof } = ${checked}`, verified('{ ...proof, ...allocation, wallet }')]
      : [
          `const { wallet, entries } = ${checked}`,
          `const { proof, amount, breakdown } = entries[${entry - 1}];`,
          verified('{ ...proof, amount, breakdown, wallet }'),
        ];
  const imports = isOfStarknet
    ? ["import { verifyStarknetProof } from '@droptrack/sdk/starknet';", "import * as starknet from '@scure/starknet';"]
    : ["import { verifyProof } from '@droptrack/sdk';"];
  return [...imports, ...verification];
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
