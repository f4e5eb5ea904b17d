import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { InvalidTreeError, type InvalidTreeReason, PORTABLE_HASH } from './hash';
import { proofHolds } from './proof';
import { proofPath } from './proof-path';
import { bytesOf, hex, builtTree } from './testing';
import { TreeBuilder } from './tree-builder';
import { compareHashes } from './tree-kind';
import { isStarknetFormat, treeKind } from './tree-kinds';
import { CHUNK_BITS } from './tree-layout';

/** Formats that hash bytes. The specs of Starknet's formats build their trees with their own, slow functions. */
const FORMATS_OF_BYTES = PROOF_FORMATS.filter((format) => !isStarknetFormat(format));

/** Distinct hashes in ascending order. */
function leafHashes(count: number, seed = 0): Uint8Array[] {
  const bytes = new Uint8Array(8);
  const hashes = Array.from({ length: count }, (_, i) => {
    new DataView(bytes.buffer).setFloat64(0, seed + i);
    return PORTABLE_HASH.keccak256(bytes);
  });
  return hashes.sort(compareHashes);
}

/** Groups leaves into shards by their first digit. */
const shardsOf = (hashes: readonly Uint8Array[]): number[] => {
  const counts = new Map<number, number>();
  for (const [first = 0] of hashes) counts.set(first >> 4, (counts.get(first >> 4) ?? 0) + 1);
  return [...counts.values()];
};

describe('a tree', () => {
  it.each<[ProofFormat, boolean]>([
    ['uniswap', false],
    ['openzeppelin', false],
    ['jito', false],
    ['ens', false],
    ['ens', true],
  ])('of %s (in shards: %s) proves its leaves from the stored nodes, and nothing else', (format, isSharded) => {
    const kind = treeKind(format);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(), fc.nat(), fc.nat(), (count, seed, which, byte) => {
        const leaves = leafHashes(count, seed);
        const tree = builtTree(format, leaves, isSharded ? shardsOf(leaves) : undefined);
        for (const position of [0, which % count, (which * 7) % count, count - 1]) {
          const [leaf, proof] = [leaves[position]!, tree.proof(position)];
          expect(proofHolds(kind, leaf, proof, tree.root)).toBe(true);
          // A flipped bit of the leaf, of a hash of the proof, or of the root.
          const all = [leaf, tree.root, ...proof].map((hash) => hash.slice());
          all[byte % all.length]![byte % 32]! ^= 1 << (which % 8);
          expect(proofHolds(kind, all[0]!, all.slice(2), all[1]!)).toBe(false);
          expect(proofHolds(kind, leaf, proof.slice(1), tree.root)).toBe(proof.length === 0);
        }
      }),
      { numRuns: runs(3, 12) },
    );
  });

  it.each(FORMATS_OF_BYTES)('of %s proves every leaf for any shape of its right edge', (format) => {
    for (let count = 1; count <= 40; count++) {
      const leaves = leafHashes(count);
      const tree = builtTree(format, leaves);
      leaves.forEach((leaf, position) =>
        expect([count, position, proofHolds(treeKind(format), leaf, tree.proof(position), tree.root)]).toEqual([
          count,
          position,
          true,
        ]),
      );
    }
  });

  // A check reads these rows: each is a look-up.
  it.each(PROOF_FORMATS)('of %s with 2^20 leaves needs at most five rows of nodes for a proof', (format) => {
    for (const leaves of [2 ** 20, 2 ** 20 - 1, 2 ** 19 + 1]) {
      for (let position = 0; position < leaves; position += 997) {
        const rows = new Set(proofPath(format, leaves, position).map((number) => number >> CHUNK_BITS));
        expect(rows.size).toBeLessThanOrEqual(5);
      }
    }
  });

  it('assigns a unique number to each node', () => {
    const [numbers, leaves] = [new Set<number>(), leafHashes(3_000)];
    let emitted = 0;
    const onNode = (number: number): void => void (numbers.add(number), emitted++);
    const builder = new TreeBuilder('ens', leaves.length, PORTABLE_HASH, onNode, { shardLeaves: shardsOf(leaves) });
    for (const leaf of leaves) builder.push(leaf);
    builder.end();
    expect(numbers.size).toBe(emitted);
    expect(emitted).toBeGreaterThan(2 * 3_000 - 20);
  });
});

// Memory must not depend on the number of wallets.
it.each(PROOF_FORMATS)('a builder of %s has few open chunks, and closes each after its last node', (format) => {
  const count = 2 ** 16 + 4_321;
  const [open, closed, leaf] = [new Set<number>(), new Set<number>(), new Uint8Array(32)];
  const [any, view] = [() => new Uint8Array(32), new DataView(leaf.buffer)];
  let [most, late] = [0, 0];
  const builder = new TreeBuilder(
    format,
    count,
    { keccak256: any, sha256: any, starknet: { pedersen: () => 0n, poseidonHashMany: () => 0n } },
    (number) => {
      const chunk = number >> CHUNK_BITS;
      if (closed.has(chunk)) late++;
      most = Math.max(most, open.add(chunk).size);
    },
    { onChunk: (chunk) => void (open.delete(chunk), closed.add(chunk)) },
  );
  for (let i = 1; i <= count; i++) {
    view.setUint32(0, i);
    builder.push(leaf);
  }
  builder.end();
  expect({ open: open.size, late }).toEqual({ open: 0, late: 0 });
  // One per four of the 17 levels; with leaves on two levels, one more that waits for the other end.
  expect(most).toBeLessThanOrEqual(10);
});

it("has OpenZeppelin's roots and proofs for 1 to 200 leaves, unlike the promoting layout", () => {
  for (let count = 1; count <= 200; count += count < 40 ? 1 : 7) {
    const theirs = SimpleMerkleTree.of(leafHashes(count, count).map(hex));
    const leaves = leafHashes(count, count).map((value) => bytesOf(theirs.leafHash(hex(value))));
    const given = new Map(leafHashes(count, count).map((value) => [theirs.leafHash(hex(value)), hex(value)]));
    leaves.sort(compareHashes);
    const ours = builtTree('openzeppelin', leaves);
    expect(hex(ours.root)).toBe(theirs.root);
    leaves.forEach((leaf, position) =>
      expect(ours.proof(position).map(hex)).toEqual(theirs.getProof(given.get(hex(leaf))!)),
    );
    // For two, three, four or six leaves both trees are equal.
    if (count === 5) expect(hex(builtTree('uniswap', leaves).root)).not.toBe(theirs.root);
  }
});

describe('a builder rejects', () => {
  const leaves = leafHashes(3);
  const build = (format: ProofFormat, count: number, given: readonly Uint8Array[], shardLeaves?: number[]): string => {
    try {
      const options = shardLeaves === undefined ? {} : { shardLeaves };
      const builder = new TreeBuilder(format, count, PORTABLE_HASH, () => {}, options);
      for (const leaf of given) builder.push(leaf);
      builder.end();
      return 'accepted';
    } catch (error) {
      if (error instanceof InvalidTreeError) return error.reason;
      throw error;
    }
  };

  const [first, second, third] = [leaves[0]!, leaves[1]!, leaves[2]!];
  it.each<[string, InvalidTreeReason, () => string]>([
    ['a leaf too many', 'too_many', () => build('uniswap', 2, leaves)],
    ['a leaf too many for the shards', 'too_many', () => build('ens', 2, leaves, [1, 1])],
    ['a leaf too few', 'too_few', () => build('uniswap', 4, leaves)],
    ['a leaf too few for the last shard', 'too_few', () => build('ens', 4, leaves, [2, 2])],
    ['shards that do not add up', 'shards', () => build('ens', 4, leaves, [2, 1])],
    ['a shard without leaves', 'shards', () => build('ens', 3, leaves, [3, 0])],
    ['shards of another format', 'shards', () => build('uniswap', 3, leaves, [2, 1])],
    ['a tree without leaves', 'leaves', () => build('uniswap', 0, [])],
    ['half a leaf', 'leaves', () => build('jito', 1.5, [])],
    ['more leaves than it can number', 'leaves', () => build('openzeppelin', 2 ** 28 + 1, [])],
    ['descending leaves', 'out_of_order', () => build('uniswap', 3, [third, second, first])],
    ['a leaf that comes twice', 'out_of_order', () => build('uniswap', 2, [first, first])],
    ['half a hash', 'hash_length', () => build('uniswap', 1, [first.slice(16)])],
  ])('%s: %s', (_, reason, outcome) => expect(outcome()).toBe(reason));

  it('leaves out of order within a shard, except for jito', () => {
    expect(build('uniswap', 3, leaves)).toBe('accepted');
    expect(build('ens', 3, [third, first, second], [1, 2])).toBe('accepted');
    expect(build('jito', 3, [third, second, first])).toBe('accepted');
  });

  it('positions outside the tree', () => {
    for (const position of [-1, 3, 0.5, NaN]) expect(() => proofPath('uniswap', 3, position)).toThrow(InvalidTreeError);
  });
});
