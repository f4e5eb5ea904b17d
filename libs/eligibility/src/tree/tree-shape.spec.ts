import { type LeafField, type ProofFormat } from '@droptrack/contracts';
import { sha256 } from '@noble/hashes/sha2';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { type Hash, InvalidTreeError, PORTABLE_HASH } from './hash';
import { InMemoryTree } from './in-memory-tree';
import { proofSides } from './proof-path';
import { builtTree, bytesOf, hex } from './testing';
import { compareHashes, type TreeLeaf } from './tree-kind';
import { treeKind } from './tree-kinds';
import { isPossibleShape, type TreeShape } from './tree-shape';
import { type ProvenAllocation, verifyProof } from './verify-proof';

const SHAPES: readonly TreeShape[] = (['by_hash', 'by_index'] as const).flatMap((order) =>
  (['sorted', 'positional'] as const).flatMap((pairs) =>
    (['promote', 'repeat', 'heap', 'zero', 'empty'] as const).map((odd) => ({ order, pairs, odd })),
  ),
);
const POSSIBLE = SHAPES.filter(isPossibleShape);

const leavesOf = (letters: string, hash: (bytes: Uint8Array) => Uint8Array) =>
  [...letters].map((letter) => hash(Buffer.from(letter)));
/** The kinds of trees in question hash pairs by `keccak256` alone, so trees of another hash function take its place. */
const SHA256: Hash = { keccak256: sha256, sha256 };
const { keccak256 } = PORTABLE_HASH;

const rootOf = (leaves: readonly Uint8Array[], shape: TreeShape, hash: Hash): string => {
  const given = shape.order === 'by_hash' ? [...leaves].sort(compareHashes) : leaves;
  return hex(new InMemoryTree('abi', Uint8Array.from(given.flatMap((leaf) => [...leaf])), hash, shape).root).slice(2);
};

// github.com/merkletreejs/merkletreejs, `test/MerkleTree.test.js`: the roots that its tests state.
it.each<[string, readonly Uint8Array[], TreeShape, Hash, string]>([
  [
    'sort: true',
    leavesOf('abcdefghij', keccak256),
    { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
    PORTABLE_HASH,
    '60219f87561939610b484575e45c6e81156a53b86d7cd16640d930d14f21758e',
  ],
  [
    'no options',
    leavesOf('abcdef', sha256),
    { order: 'by_index', pairs: 'positional', odd: 'promote' },
    SHA256,
    '1f7379539707bcaea00564168d1d4d626b09b73f8a2a365234c62d763f854da2',
  ],
  [
    'duplicateOdd: true',
    leavesOf('abcdef', sha256),
    { order: 'by_index', pairs: 'positional', odd: 'repeat' },
    SHA256,
    '44205acec5156114821f1f71d87c72e0de395633cd1589def6d4444cc79f8103',
  ],
  [
    'duplicateOdd: true, three leaves',
    leavesOf('abc', keccak256),
    { order: 'by_index', pairs: 'positional', odd: 'repeat' },
    SHA256,
    'bcdd0f60308db788712205115fe4273bfda49fa0925611fee765a63df9ab96a1',
  ],
  [
    'sortPairs: true, duplicateOdd: true',
    leavesOf('abcdef', sha256),
    { order: 'by_index', pairs: 'sorted', odd: 'repeat' },
    SHA256,
    'a5260b2a7ec31584e5d5689a5628c2b3d949e2397334fd71c107478e5f887eaf',
  ],
])('has the published root of merkletreejs with %s', (_, leaves, shape, hash, root) => {
  expect(rootOf(leaves, shape, hash)).toBe(root);
});

const TOKEN = `0x${'0c'.repeat(20)}`;
const TYPES = ['address', 'address', 'uint64', 'int16', 'bytes3', 'bool', 'uint256'];
const FIELDS: readonly LeafField[] = [
  { type: 'address', is: 'wallet', value: null },
  { type: 'address', is: null, value: TOKEN },
  { type: 'uint64', is: 'amount', value: null },
  { type: 'int16', is: null, value: null },
  { type: 'bytes3', is: null, value: null },
  { type: 'bool', is: null, value: null },
  { type: 'uint256', is: 'index', value: null },
];
const valuesOf = (row: number): string[] => [
  `${row - 10}`,
  `0x0000${(row % 256).toString(16).padStart(2, '0')}`,
  `${row % 2 === 0}`,
];
const walletOf = (row: number): string => hex(keccak256(Buffer.from(`${row}`))).slice(0, 42);

// A dump of `StandardMerkleTree` with any static leaf encoding, and one whose leaves were not sorted (`sortLeaves: false`).
it.each([true, false])(
  "has the roots and proofs of OpenZeppelin's trees of other fields (sorted leaves: %s)",
  (sortLeaves) => {
    for (const rows of [1, 2, 3, 5, 6, 7, 12, 31]) {
      const leaves = Array.from({ length: rows }, (_, row): TreeLeaf => {
        return {
          wallet: bytesOf(walletOf(row)),
          amount: BigInt(row + 1),
          index: BigInt(row),
          fields: FIELDS,
          values: valuesOf(row),
        };
      });
      const theirs = StandardMerkleTree.of(
        leaves.map((leaf, row) => {
          const [number, bytes, isEven] = valuesOf(row);
          return [walletOf(row), TOKEN, `${leaf.amount}`, number, bytes, isEven === 'true', `${row}`];
        }),
        TYPES,
        { sortLeaves },
      );
      const shape: TreeShape = { order: sortLeaves ? 'by_hash' : 'by_index', pairs: 'sorted', odd: 'heap' };
      const kind = treeKind('openzeppelin');
      const hashed = leaves.map((leaf, row) => ({ row, hash: kind.leafHash(leaf, PORTABLE_HASH) }));
      if (sortLeaves) hashed.sort((a, b) => compareHashes(a.hash, b.hash));
      const ours = builtTree(
        'openzeppelin',
        hashed.map(({ hash }) => hash),
        undefined,
        shape,
      );
      expect(hex(ours.root)).toBe(theirs.root);
      hashed.forEach(({ row }, position) => expect(ours.proof(position).map(hex)).toEqual(theirs.getProof(row)));
    }
  },
);

interface Case {
  readonly format: ProofFormat;
  readonly fields: readonly LeafField[] | null;
}
const CASES: readonly Case[] = [
  { format: 'uniswap', fields: null },
  { format: 'ens', fields: null },
  { format: 'openzeppelin', fields: null },
  { format: 'openzeppelin', fields: FIELDS },
  { format: 'jito', fields: null },
  { format: 'abi', fields: null },
  { format: 'abi', fields: FIELDS },
  { format: 'packed', fields: FIELDS },
];

/** Allocations of a generated list, as in responses of the API. */
function provenList({ format, fields }: Case, shape: TreeShape, rows: number): ProvenAllocation[] {
  const kind = treeKind(format);
  const leaves = Array.from({ length: rows }, (_, row) => {
    const wallet = format === 'jito' ? keccak256(Buffer.from(`${row}`)) : bytesOf(walletOf(row));
    const index = format === 'uniswap' || fields !== null ? BigInt(row) : null;
    const extra = fields === null ? {} : { fields, values: valuesOf(row) };
    const leaf: TreeLeaf = { wallet, amount: BigInt(row + 1), index, ...extra };
    return { row, leaf, hash: kind.leafHash(leaf, PORTABLE_HASH) };
  });
  if (shape.order === 'by_hash') leaves.sort((a, b) => compareHashes(a.hash, b.hash));
  const tree = builtTree(
    format,
    leaves.map(({ hash }) => hash),
    undefined,
    shape,
  );
  return leaves.map(({ row, leaf }, position) => {
    const values = valuesOf(row);
    const filled = fields?.map((field) =>
      field.is === null && field.value === null ? { ...field, value: values.shift() ?? '' } : field,
    );
    return {
      ...{ format, root: hex(tree.root), index: leaf.index === null ? null : row, amount: `${leaf.amount}` },
      wallet: leaf.wallet.length === 32 ? base58.encode(leaf.wallet) : hex(leaf.wallet),
      proof: tree.proof(position).map(hex),
      ...(filled !== undefined && { fields: filled }),
      ...(shape.pairs === 'positional' && { sides: proofSides(shape.odd, rows, position) }),
    };
  });
}

/** The same allocation with another value in one place. */
function* altered(given: ProvenAllocation, at: number): Generator<[string, ProvenAllocation]> {
  const step = at % Math.max(1, given.proof.length);
  const flipped = (text: string): string => text.replace(/.$/, (last) => (parseInt(last, 16) ^ 1).toString(16));
  yield ['root', { ...given, root: flipped(given.root) }];
  yield ['amount', { ...given, amount: `${BigInt(given.amount!) + 1n}` }];
  if (given.format !== 'jito') yield ['wallet', { ...given, wallet: flipped(given.wallet) }];
  if (given.index !== null) yield ['index', { ...given, index: given.index + 1 }];
  for (const [i, field] of (given.fields ?? []).entries()) {
    const replaced = (value: LeafField) => ({
      ...given,
      fields: given.fields!.map((one, j) => (i === j ? value : one)),
    });
    // Padded to 32 bytes, an integer has the same encoding in either type.
    if (given.format === 'packed') {
      yield [`type of field ${i}`, replaced({ ...field, type: field.type === 'uint8' ? 'uint32' : 'uint8' })];
    }
    if (field.value === null) continue;
    yield [
      `value of field ${i}`,
      replaced({ ...field, value: field.type === 'bool' ? `${field.value !== 'true'}` : flipped(field.value) }),
    ];
    yield [`missing value of field ${i}`, replaced({ ...field, value: null })];
  }
  if (given.fields !== undefined) {
    const rest = { ...given };
    delete rest.fields;
    yield ['missing fields', rest];
    yield ['missing field', { ...given, fields: given.fields.slice(1) }];
  } else yield ['extra fields', { ...given, fields: FIELDS }];
  if (given.proof.length === 0) return;
  yield ['missing sibling', { ...given, proof: given.proof.slice(1) }];
  yield ['sibling', { ...given, proof: given.proof.map((hash, i) => (i === step ? flipped(hash) : hash)) }];
  if (given.sides === undefined) return;
  yield ['missing side', { ...given, sides: given.sides.slice(1) }];
}

describe.each(CASES)('a list with a tree of $format', (given) => {
  it.each(POSSIBLE.map((shape) => [Object.values(shape).join(', '), shape] as const))(
    '(%s) proves each allocation, and none that differs in a single value',
    (_, shape) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 21 }), fc.nat(), (rows, which) => {
          const list = provenList(given, shape, rows);
          for (const one of list) expect(verifyProof(one)).toBe(true);
          const one = list[which % rows]!;
          for (const [what, other] of altered(one, which)) expect([what, verifyProof(other)]).toEqual([what, false]);
        }),
        { numRuns: runs(2, 10) },
      );
    },
  );

  it('does not verify a proof of positional pairs with sorted ones, or with another side', () => {
    const list = provenList(given, { order: 'by_index', pairs: 'positional', odd: 'promote' }, 13);
    const isSorted = list.map(({ sides: _, ...rest }) => verifyProof(rest));
    expect(isSorted).toContain(false);
    for (const one of list) {
      one.sides!.forEach((side, step) => {
        const sides = one.sides!.map((own, i) => (i !== step ? own : side === 'left' ? 'right' : 'left'));
        expect(verifyProof({ ...one, sides })).toBe(false);
      });
      expect(verifyProof({ ...one, sides: [] })).toBe(false);
      expect(verifyProof({ ...one, sides: one.sides!.map(() => 'up') as never })).toBe(false);
      expect(verifyProof({ ...one, sides: 'left' as never })).toBe(false);
    }
  });
});

it('rejects positional pairs in the layout of OpenZeppelin, whose pairs are always sorted', () => {
  for (const shape of SHAPES.filter((one) => !isPossibleShape(one))) {
    expect(() => new InMemoryTree('openzeppelin', new Uint8Array(64), PORTABLE_HASH, shape)).toThrow(InvalidTreeError);
  }
});
