import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { parseWallet } from '../wallet/parse-wallet';
import { PORTABLE_HASH } from './hash';
import { lockedPart } from '../amount/vesting';
import { verifyProof } from './verify-proof';
import { firstDifference, proofHolds } from './proof';
import { type Claims, DATA, describeTrees, expectProven, readData, uniswapClaims } from '../../test/published-trees';
import { bytesOf, hex, builtTree } from './testing';
import { shardOf } from './kinds/ens';
import { compareHashes, type TreeLeaf } from './tree-kind';
import { treeKind } from './tree-kinds';

describeTrees('published trees', () => {
  it("of Uniswap's distributor: the same root and the same proofs", () => {
    const { claims, merkleRoot_recomputed: root } = readData<{ claims: Claims; merkleRoot_recomputed: string }>(
      'vectors/uniswap-merkle-distributor/parse-balance-map.json',
    );
    const kind = treeKind('uniswap');
    const leaves = Object.entries(claims).map(([address, { index, amount, proof }]) => {
      const leaf = { wallet: parseWallet(address).bytes, amount: BigInt(amount), index: BigInt(index) };
      return { proof, hash: kind.leafHash(leaf, PORTABLE_HASH) };
    });
    leaves.sort((a, b) => compareHashes(a.hash, b.hash));
    const tree = builtTree(
      'uniswap',
      leaves.map(({ hash }) => hash),
    );
    expect(hex(tree.root)).toBe(root);
    leaves.forEach(({ proof }, position) => expect(tree.proof(position).map(hex)).toEqual(proof));
  });

  // The heavy tests verify all of them.
  it("of Uniswap's airdrop: sampled claims are proven, altered ones are not", () => {
    const claims = uniswapClaims().filter((_, place) => place % 50 === 0);
    expect(claims.length).toBe(104);
    expectProven(claims);
  });

  it("of Hop's sharded airdrop: the same root, the same proof of each shard, and each wallet's proof holds", () => {
    const { root, shardNybbles } = readData<{ root: string; shardNybbles: number }>('lists/hop-goerli/root.json');
    const kind = treeKind('ens');
    const files = readdirSync(join(DATA, 'lists/hop-goerli')).filter((file) => file !== 'root.json');
    /** Tree with one unit more for each wallet of a file. */
    const build = (raised: string | null) => {
      const shards = files.sort().map((file) => {
        const { entries, proof } = readData<{ proof: string[]; entries: Record<string, { balance: string }> }>(
          join('lists/hop-goerli', file),
        );
        const leaves = Object.entries(entries).map(([address, { balance }]) => {
          const leaf = { wallet: parseWallet(address).bytes, amount: BigInt(balance), index: null };
          expect(shardOf(leaf.wallet, shardNybbles)).toBe(parseInt(file, 16));
          const amount = leaf.amount + (file === raised ? 1n : 0n);
          return { address, balance, file, hash: kind.leafHash({ ...leaf, amount }, PORTABLE_HASH) };
        });
        return { file, proof: proof.map(bytesOf), leaves: leaves.sort((a, b) => compareHashes(a.hash, b.hash)) };
      });
      const leaves = shards.flatMap((shard) => shard.leaves);
      const hashes = leaves.map(({ hash }) => hash);
      const tree = builtTree(
        'ens',
        hashes,
        shards.map((shard) => shard.leaves.length),
      );
      const published = shards.map((shard, place) => ({ ...shard, node: tree.rootsOfShards[place]! }));
      return { tree, leaves, published };
    };

    const { tree, leaves, published } = build(null);
    expect(hex(tree.root)).toBe(root);
    expect(firstDifference(kind, published, bytesOf(root))).toBeNull();
    leaves.forEach(({ address, balance, file }, position) => {
      const proof = tree.proof(position).map(hex);
      const shard = published.find((each) => each.file === file)!;
      expect(proof.slice(-shard.proof.length)).toEqual(shard.proof.map(hex));
      expect(verifyProof({ format: 'ens', root, index: null, proof, wallet: address, amount: balance })).toBe(true);
    });
    for (const file of ['03.json', '35.json', 'f8.json']) {
      const other = build(file);
      expect(hex(other.tree.root)).not.toBe(root);
      expect(firstDifference(kind, other.published, bytesOf(root))?.file).toBe(file);
    }
  });

  it.each(['standard-v1.sorted', 'standard-v1.unsorted', 'simple-v1.sorted', 'simple-v1.unsorted'])(
    'of OpenZeppelin (%s): the same root, and each proof is what their array holds',
    (name) => {
      const { tree } = readData<{ tree: string[] }>(`vectors/openzeppelin-merkle-tree/${name}.1_0_6.json`);
      const count = (tree.length + 1) / 2;
      // Leaf 0 is last.
      const leaves = tree.slice(count - 1).reverse();
      const ours = builtTree('openzeppelin', leaves.map(bytesOf));
      expect(hex(ours.root)).toBe(tree[0]);
      leaves.forEach((_, position) => {
        const expected: string[] = [];
        for (let at = tree.length - 1 - position; at > 0; at = (at - 1) >> 1) {
          expected.push(tree[at % 2 === 0 ? at - 1 : at + 1]!);
        }
        expect(ours.proof(position).map(hex)).toEqual(expected);
      });
    },
  );

  it.each([
    ['merkle_tree_21_nodes.json', 21],
    ['test_merkle_tree.json', 3],
  ])('of Jito on Solana (%s, %d nodes): the same root and the same proofs', (file, count) => {
    type Node = { claimant: number[]; proof: number[][] } & Record<string, unknown>;
    const published = readData<{ merkle_root: number[]; tree_nodes: Node[] }>(join('lists/solana-jito', file));
    const root = Uint8Array.from(published.merkle_root);
    const nodes = published.tree_nodes.map((node) => {
      const wallet = Uint8Array.from(node.claimant);
      const breakdown = Object.entries(node).flatMap(([reason, amount]) =>
        typeof amount === 'number' ? [{ reason, amount: BigInt(amount) }] : [],
      );
      const amount = breakdown.reduce((sum, part) => sum + part.amount, 0n);
      const leaf: TreeLeaf = { wallet, amount, index: null, locked: lockedPart(breakdown) };
      return { ...leaf, breakdown, proof: node.proof.map((hash) => Uint8Array.from(hash)) };
    });
    expect(nodes.length).toBe(count);
    const kind = treeKind('jito');
    const tree = builtTree(
      'jito',
      nodes.map((leaf) => kind.leafHash(leaf, PORTABLE_HASH)),
    );
    expect(hex(tree.root)).toBe(hex(root));
    nodes.forEach(({ proof, wallet, amount, breakdown, ...leaf }, position) => {
      expect(tree.proof(position)).toEqual(proof);
      expect(proofHolds(kind, kind.leafHash({ ...leaf, wallet, amount }, PORTABLE_HASH), proof, root)).toBe(true);
      const given = {
        ...{ format: 'jito' as const, root: hex(root), index: null, proof: proof.map(hex) },
        ...{ wallet: base58.encode(wallet), amount: `${amount}` },
        breakdown: breakdown.map((part) => ({ reason: part.reason, amount: `${part.amount}` })),
      };
      expect(verifyProof(given)).toBe(true);
      expect(verifyProof({ ...given, amount: `${amount + 1n}` })).toBe(false);
    });
  });
});
