import type { LeafField, ProofFormat } from '@droptrack/contracts';
import { InMemoryTree, PORTABLE_HASH, proofSides, treeKind, type TreeShape, verifyProof } from '@droptrack/eligibility';
import { type Hex, keccak256, numberToHex, toHex } from 'viem';
import { type Anvil, anvilMissing, startAnvil } from '../../../tools/test/anvil';
import { deployFieldsDistributor, type FieldsDistributor } from './distributor';

const missing = anvilMissing();
if (missing !== null) console.warn(`Proofs are not verified by contracts: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

const COUNT = 21;
const TOKEN = `0x${'0c'.repeat(20)}`;
const accountOf = (row: number): Hex => `0x${keccak256(numberToHex(row, { size: 32 })).slice(-40)}`;
const amountOf = (row: number): bigint => BigInt(row + 1) * 1_000_000_000_000_000_001n;
const field = (type: string, is: LeafField['is'], value: string | null = null): LeafField => ({ type, is, value });
const [WALLET, AMOUNT] = [field('address', 'wallet'), field('uint256', 'amount')];

interface Style {
  readonly name: string;
  readonly format: ProofFormat;
  readonly method: Parameters<FieldsDistributor['claim']>[0];
  readonly fields?: readonly LeafField[];
  readonly shapes: readonly TreeShape[];
  /** Arguments of the contract's method before the proof. */
  readonly args: (row: number, amount: bigint) => readonly unknown[];
}
const listed = (odd: TreeShape['odd'], pairs: TreeShape['pairs'] = 'sorted'): TreeShape => ({
  ...{ order: 'by_index', pairs, odd },
});
const SORTED: readonly TreeShape[] = [
  { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  listed('promote'),
  listed('repeat'),
];

const STYLES: readonly Style[] = [
  {
    ...{ name: 'Merkl', format: 'abi', method: 'claimReward', shapes: SORTED },
    fields: [WALLET, field('address', null, TOKEN), AMOUNT],
    args: (row, amount) => [accountOf(row), TOKEN, amount],
  },
  {
    ...{ name: 'CoW', format: 'packed', method: 'claimTyped', shapes: SORTED },
    fields: [field('uint256', 'index'), field('uint8', null), WALLET, AMOUNT],
    args: (row, amount) => [BigInt(row), row % 6, accountOf(row), amount],
  },
  {
    ...{ name: '1inch (cumulative)', format: 'ens', method: 'claimCumulative', shapes: SORTED },
    args: (row, amount) => [accountOf(row), amount],
  },
  {
    ...{ name: 'double hash outside the layout of OpenZeppelin', format: 'openzeppelin', method: 'claimTwice' },
    shapes: SORTED,
    args: (row, amount) => [accountOf(row), amount],
  },
  {
    ...{ name: 'positional pairs', format: 'abi', method: 'claimPlaced' },
    shapes: [listed('promote', 'positional'), listed('repeat', 'positional')],
    args: (row, amount) => [accountOf(row), amount],
  },
];

describeChain('contracts accept the proofs of trees of other shapes and fields', () => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await startAnvil();
  });
  afterAll(() => anvil?.close());

  const cases = STYLES.flatMap((style) =>
    style.shapes.map((shape) => [style.name, Object.values(shape).join(', '), style, shape] as const),
  );
  it.each(cases)('%s (%s)', async (_, __, { format, fields, method, args }, shape) => {
    const kind = treeKind(format);
    const rows = Array.from({ length: COUNT }, (_unused, row) => {
      const index = fields?.some(({ is }) => is === 'index') === true ? row : null;
      const values = fields?.some(({ type }) => type === 'uint8') === true ? [`${row % 6}`] : [];
      const leaf = {
        ...{ wallet: Buffer.from(accountOf(row).slice(2), 'hex'), amount: amountOf(row), values },
        ...{ index: index === null ? null : BigInt(index), ...(fields !== undefined && { fields }) },
      };
      return { row, index, values, hash: kind.leafHash(leaf, PORTABLE_HASH) };
    });
    if (shape.order === 'by_hash') rows.sort((a, b) => Buffer.compare(a.hash, b.hash));
    const leaves = Buffer.concat(rows.map(({ hash }) => hash));
    const tree = new InMemoryTree(format, leaves, PORTABLE_HASH, shape);
    const root = toHex(tree.root);
    const distributor = await deployFieldsDistributor(anvil, root);
    // The first, the last, which has the shortest path, and one between them.
    for (const position of [0, 9, COUNT - 1]) {
      const { row, index, values } = rows[position]!;
      const proof = tree.proof(position).map((hash) => toHex(hash));
      const sides = shape.pairs === 'positional' ? proofSides(shape.odd, COUNT, position) : null;
      const claim = (amount: bigint) => {
        const places = sides === null ? [] : [sides.map((side) => side === 'left')];
        return distributor.claim(method, [...args(row, amount), proof, ...places]);
      };
      const filled = fields?.map((one) =>
        one.is === null && one.value === null ? { ...one, value: values[0]! } : one,
      );
      const verifies = (amount: bigint) =>
        verifyProof({
          ...{ format, root, index, proof, wallet: accountOf(row), amount: `${amount}` },
          ...(filled !== undefined && { fields: filled }),
          ...(sides !== null && { sides }),
        });
      expect([await claim(amountOf(row) + 1n), verifies(amountOf(row) + 1n)]).toEqual([false, false]);
      expect([await claim(amountOf(row)), verifies(amountOf(row))]).toEqual([true, true]);
    }
  });
});
