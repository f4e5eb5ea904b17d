import * as starknet from '@scure/starknet';
import fc from 'fast-check';
import { runs } from '../../../../../tools/test/runs';
import { parseWallet } from '../../wallet/parse-wallet';
import { type InvalidTreeError, PORTABLE_HASH } from '../hash';
import { builtTree, bytesOf, EVERY_HASH, hex } from '../testing';
import { compareHashes, type TreeLeaf } from '../tree-kind';
import { treeKind } from '../tree-kinds';
import { proofHolds } from '../proof';
import { type ProvenAllocation, verifyProof, verifyStarknetProof } from '../verify-proof';
import { EKUBO_TREE_CLAIMS, OPENZEPPELIN_CAIRO, STRK_MERKLE_TREE } from '../../testing';

const isProven = (given: ProvenAllocation): boolean => verifyStarknetProof(given, starknet);
/** Key of an address that contracts cannot have, as in test data. */
const keyOf = (address: bigint): Uint8Array => bytesOf(`0x${address.toString(16).padStart(64, '0')}00`);

describe('a tree of OpenZeppelin for Cairo', () => {
  it.each(OPENZEPPELIN_CAIRO)('has the published root and proof: $format', ({ format, root, leaves, proof }) => {
    const kind = treeKind(format);
    const hashes = leaves.map(([address, amount]) =>
      kind.leafHash({ wallet: keyOf(address), amount, index: null }, EVERY_HASH),
    );
    const sorted = [...hashes].sort(compareHashes);
    const tree = builtTree(format, sorted);
    expect(hex(tree.root)).toBe(root);
    expect(tree.proof(sorted.indexOf(hashes[0]!)).map(hex)).toEqual(proof);
    expect(proofHolds(kind, hashes[0]!, proof.map(bytesOf), bytesOf(root), EVERY_HASH)).toBe(true);
    expect(proofHolds(kind, hashes[1]!, proof.map(bytesOf), bytesOf(root), EVERY_HASH)).toBe(false);
  });

  it('has every node of the tree that strk-merkle-tree publishes, for leaves on two levels', () => {
    const { root, nodes, leaves } = STRK_MERKLE_TREE;
    const kind = treeKind('starknet_pedersen');
    const hashed = leaves.map(({ wallet, amount, node }) => {
      const hash = kind.leafHash(
        { wallet: parseWallet(wallet).bytes, amount: BigInt(amount), index: null },
        EVERY_HASH,
      );
      expect(hex(hash)).toBe(nodes[node]);
      return { wallet, amount, node, hash };
    });
    hashed.sort((a, b) => compareHashes(a.hash, b.hash));
    const tree = builtTree(
      'starknet_pedersen',
      hashed.map(({ hash }) => hash),
    );
    expect(hex(tree.root)).toBe(root);
    hashed.forEach(({ wallet, amount, node }, position) => {
      const proof = tree.proof(position).map(hex);
      expect(proof).toEqual(siblingsOf(node).map((sibling) => nodes[sibling]));
      const given = { format: 'starknet_pedersen', root, index: null, proof, wallet, amount } as const;
      expect(isProven(given)).toBe(true);
      expect(isProven({ ...given, amount: `${BigInt(amount) + 1n}` })).toBe(false);
    });
  });
});

describe("a tree of Ekubo's airdrop", () => {
  it.each(EKUBO_TREE_CLAIMS)('proves published claim $index, and nothing else', (claim) => {
    const given = { ...claim, format: 'ekubo' } as const;
    expect(isProven(given)).toBe(true);
    expect(isProven({ ...given, index: claim.index + 1 })).toBe(false);
    expect(isProven({ ...given, amount: `${claim.amount}0` })).toBe(false);
    expect(isProven({ ...given, format: 'starknet_pedersen', index: null })).toBe(false);
  });

  // Source: github.com/EkuboProtocol/governance, `src/airdrop_test.cairo`, the roots of groups of claims.
  it.each([
    [0, 1, '0x0336963eacdeee5da262a870ddfc7f8d12c6162ebdf58a805941c06d3baf8b40'],
    [0, 2, '0x0526f232ab9be3fef7ac6e1f8fd57f45232f9287ce58073c0436b135e1c77ea7'],
    [0, 3, '0x06a2f92ce1d9514d0270addf05923a6aeb568ec3fb962a40ddc62c86d0bd3846'],
  ])('has the published root of the claims from %i to %i, an odd one being hashed with itself', (from, to, root) => {
    const claims = [
      [2345n, 6789n],
      [3456n, 789n],
      [4567n, 89n],
    ] as const;
    const leaves = claims
      .slice(from, to)
      .map(([address, amount], i) =>
        treeKind('ekubo').leafHash({ wallet: keyOf(address), amount, index: BigInt(from + i) }, EVERY_HASH),
      );
    expect(hex(builtTree('ekubo', leaves).root)).toBe(root);
  });

  it('has the published root of 193 claims', () => {
    const leaves = Array.from({ length: 193 }, (_, i) => {
      const index = BigInt(64 + i);
      return treeKind('ekubo').leafHash({ wallet: keyOf(2345n), amount: index + 1n, index }, EVERY_HASH);
    });
    const root = '0x00360de0739531ee0f159a2d940ff6b83066a4269da0ce1e2ecad27feebf81d4';
    expect(hex(builtTree('ekubo', leaves).root)).toBe(root);
  });
});

const FORMATS = ['starknet_pedersen', 'starknet_poseidon', 'ekubo'] as const;
const WALLET = STRK_MERKLE_TREE.leaves[0]!.wallet;

describe.each(FORMATS)('leaves of %s', (format) => {
  const usual: TreeLeaf = { wallet: parseWallet(WALLET).bytes, amount: 1n, index: 0n };
  const reasonOf = (leaf: Partial<TreeLeaf>, hash = EVERY_HASH): string | null => {
    try {
      treeKind(format).leafHash({ ...usual, ...leaf }, hash);
      return null;
    } catch (error) {
      return (error as InvalidTreeError).reason;
    }
  };

  it.each<[string, Partial<TreeLeaf>]>([
    ['wallet_family', { wallet: parseWallet('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045').bytes }],
    ['wallet_family', { wallet: new Uint8Array(32).fill(7) }],
    ['felt', { wallet: keyOf(2n ** 251n + 17n * 2n ** 192n + 1n) }],
    ['amount', { amount: 2n ** 128n }],
    ['amount', { amount: -1n }],
  ])('are rejected by %s', (reason, leaf) => expect(reasonOf(leaf)).toBe(reason));

  it('are accepted up to the largest amount and number', () => {
    expect(reasonOf({ amount: 2n ** 128n - 1n })).toBeNull();
    expect(reasonOf({ wallet: keyOf(2n ** 251n + 17n * 2n ** 192n) })).toBeNull();
  });

  it('need the hash functions of Starknet', () => {
    expect(reasonOf({}, PORTABLE_HASH)).toBe('hash');
  });

  it('need an index below 2^64 for Ekubo only', () => {
    const expected = format === 'ekubo' ? 'index' : null;
    expect([reasonOf({ index: null }), reasonOf({ index: 2n ** 64n })]).toEqual([expected, expected]);
  });
});

describe('a proof of Starknet', () => {
  const given = { ...EKUBO_TREE_CLAIMS[0]!, format: 'ekubo' } as const;

  // A caller that took "false" for a result would distrust a valid proof.
  it('is not false without its hash functions, but an error', () => {
    for (const format of FORMATS) {
      expect(() => verifyProof({ ...given, format })).toThrow(expect.objectContaining({ reason: 'hash' }));
    }
    expect(() => verifyStarknetProof(given, {} as never)).toThrow(TypeError);
  });

  it('is invalid with a hash at or above the prime, and with an address of another family', () => {
    const over = `0x${(2n ** 251n + 17n * 2n ** 192n + 1n).toString(16).padStart(64, '0')}`;
    expect(isProven({ ...given, proof: [over, ...given.proof.slice(1)] })).toBe(false);
    expect(isProven({ ...given, wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })).toBe(false);
  });

  it('is verified for any list of any size', () => {
    const lists = fc.array(fc.tuple(fc.bigInt({ min: 2n ** 161n, max: 2n ** 250n }), fc.bigInt(0n, 2n ** 128n - 1n)), {
      ...{ minLength: 1, maxLength: 9 },
    });
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), lists, (format, rows) => {
        const kind = treeKind(format);
        const leaves = rows.map(([address, amount], i) => {
          const wallet = `0x${address.toString(16).padStart(64, '0')}`;
          const index = format === 'ekubo' ? BigInt(i) : null;
          const hash = kind.leafHash({ wallet: parseWallet(wallet).bytes, amount, index }, EVERY_HASH);
          return { wallet, amount, index, hash };
        });
        if (kind.shape.order === 'by_hash') leaves.sort((a, b) => compareHashes(a.hash, b.hash));
        const tree = builtTree(
          format,
          leaves.map(({ hash }) => hash),
        );
        leaves.forEach(({ wallet, amount, index }, position) => {
          const proof = tree.proof(position).map(hex);
          const one = { format, root: hex(tree.root), index: index === null ? null : Number(index), proof, wallet };
          expect(isProven({ ...one, amount: `${amount}` })).toBe(true);
          expect(isProven({ ...one, amount: `${amount ^ 1n}` })).toBe(false);
        });
      }),
      { numRuns: runs(2, 6) },
    );
  });
});

/** Places of the siblings on the way to the root of a tree in the order of a heap. */
function siblingsOf(node: number): number[] {
  const siblings: number[] = [];
  for (let at = node; at > 0; at = Math.floor((at - 1) / 2)) siblings.push(at % 2 === 1 ? at + 1 : at - 1);
  return siblings;
}
