import { type CorpusCase, json, ROOT, UNIT } from './corpus-case-testing';
import { claimLeaf, fillEmpty, fillZeros, packedLeaf, TOKEN, treeOf, walletOf } from './published-testing';

/** Three wallets with the amounts of the shared cases. */
const ROWS = ['100', '101', '102'].map((amount, row) => ({ row, address: walletOf(row), amount }));
const OTHER_TOKEN = walletOf(99);
/** Proofs of trees that the case does not contain: read where the operator declares that. */
const UNPROVEN = { ...UNIT, tree: 'none' } as const;
const PROOF = [`0x${'22'.repeat(32)}`];
const bigNumber = (hex: string) => ({ type: 'BigNumber', hex });

/** Claims of a tree whose levels are filled to an even length. */
function padded(file: string, shared: string, fill: Parameters<typeof treeOf>[1]): CorpusCase {
  const tree = treeOf(ROWS.map(packedLeaf), fill);
  const claims = ROWS.map((row) => [row.address, { amount: row.amount, proof: tree.proof(packedLeaf(row)) }]);
  return {
    ...{ file, shared, text: json({ merkleRoot: tree.root, claims: Object.fromEntries(claims) }) },
    result: { figures: [3, '303'], root: tree.root },
  };
}

const [FIRST = { row: 0, address: walletOf(0), amount: '100' }, SECOND = FIRST] = ROWS;
const indexed = (index: number) => ({ index, amount: bigNumber('0x64'), proof: [] });

/** Files with proofs. */
export const TREES: readonly CorpusCase[] = [
  padded('padded-with-zeros.json', 'd-padded-with-zero.json', fillZeros),
  padded('padded-with-the-hash-of-nothing.json', 'd-padded-with-empty-hash.json', fillEmpty),
  {
    file: 'claim-with-an-integer-of-ethers.json',
    shared: 'b33-ethers-bignumber.json',
    text: json({ merkleRoot: claimLeaf(FIRST), claims: { [FIRST.address]: indexed(0) } }),
    result: { figures: [1, '100'], root: claimLeaf(FIRST) },
  },
  {
    file: 'claims-under-another-name.json',
    shared: 'd-index-map-in-object.json',
    text: json({
      ...{ symbol: 'sdX', address: OTHER_TOKEN, root: ROOT },
      merkle: { [FIRST.address]: indexed(0), [SECOND.address]: indexed(1) },
    }),
    options: UNPROVEN,
    result: { figures: [2, '200'], notes: [/^The file states the root 0x[01]{64}, which was not compared/] },
  },
  {
    file: 'claims-under-another-name-with-wrong-proofs.json',
    shared: 'd-index-map-in-object.json',
    text: json({
      ...{ symbol: 'sdX', address: OTHER_TOKEN, root: ROOT },
      merkle: { [FIRST.address]: indexed(0), [SECOND.address]: indexed(1) },
    }),
    result: { error: /^\d: its published proof does not lead to the root$/ },
  },
  {
    file: 'tokens-of-a-claim.json',
    shared: 'n1-multitoken.json',
    text: json({
      merkleRoot: ROOT,
      claims: {
        [FIRST.address]: {
          tokens: { [TOKEN]: { amount: '100', proof: PROOF }, [OTHER_TOKEN]: { amount: '5', proof: PROOF } },
        },
      },
    }),
    options: UNPROVEN,
    result: { figures: [1, '0'], tokens: ['100', '5'], notes: [/^The file states the root/] },
  },
  {
    file: 'rewards-of-an-api.json',
    shared: 'n3-merkl-api.json',
    text: json([
      {
        chain: { id: 1 },
        rewards: [
          {
            ...{ root: ROOT, recipient: FIRST.address, amount: '100', claimed: '3', pending: '0', proofs: PROOF },
            token: { address: TOKEN, symbol: 'X', decimals: 18 },
          },
        ],
      },
    ]),
    options: UNPROVEN,
    result: { figures: [1, '100'], tokens: ['100'], notes: [/^The file states the root/] },
  },
];
