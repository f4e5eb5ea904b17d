import type { ProofFormat } from '@droptrack/contracts';
import { PORTABLE_HASH, proofPath, shardOf, TreeBuilder, treeKind } from '@droptrack/eligibility';
import { type Hex, hexToBytes, toHex } from 'viem';

/** Allocation of an account. */
export interface AllocationLeaf {
  readonly index: number;
  readonly account: Hex;
  /** Base units. */
  readonly amount: bigint;
}

/** Small tree in memory. */
export interface AllocationTree<Leaf extends AllocationLeaf> {
  readonly root: Hex;
  proofOf(leaf: Leaf): Hex[];
}

/** For `ens`: shards by the first hex digit of the address. */
const SHARD_NYBBLES = 1;

/** Builds the tree that a project would publish; leaves of `openzeppelin` have no index. */
export function allocationTree<Leaf extends AllocationLeaf>(
  format: Exclude<ProofFormat, 'jito'>,
  leaves: readonly Leaf[],
): AllocationTree<Leaf> {
  const { leafHash } = treeKind(format);
  const placed = leaves
    .map((leaf) => {
      const wallet = hexToBytes(leaf.account);
      const index = format === 'uniswap' ? BigInt(leaf.index) : null;
      const shard = format === 'ens' ? shardOf(wallet, SHARD_NYBBLES) : 0;
      return { leaf, shard, hash: leafHash({ wallet, amount: leaf.amount, index }, PORTABLE_HASH) };
    })
    .sort((a, b) => a.shard - b.shard || Buffer.compare(a.hash, b.hash));
  const sizes = new Map<number, number>();
  for (const { shard } of placed) sizes.set(shard, (sizes.get(shard) ?? 0) + 1);
  const nodes = new Map<number, Hex>();
  const onNode = (number: number, hash: Uint8Array) => void nodes.set(number, toHex(hash));
  const builder = new TreeBuilder(format, leaves.length, PORTABLE_HASH, onNode, { shardLeaves: [...sizes.values()] });
  for (const { hash } of placed) builder.push(hash);
  const root = toHex(builder.end());
  const positions = new Map(placed.map(({ leaf }, position) => [leaf, position]));
  return {
    root,
    proofOf: (leaf) =>
      proofPath(format, leaves.length, positions.get(leaf)!, builder.shards).map((number) => nodes.get(number)!),
  };
}
