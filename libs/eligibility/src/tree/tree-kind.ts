import type { ProofFormat } from '@droptrack/contracts';
import { type Hash, HASH_BYTES } from './hash';
import type { LeafFields } from './leaf-fields';
import type { TreeShape } from './tree-shape';

/** Leaf of a tree. */
export interface TreeLeaf {
  /** Key of the wallet, `Wallet.bytes`. */
  readonly wallet: Uint8Array;
  /**
   * Total amount in base units: 0 to 2^256 - 1; for `jito` and `solana_keccak` up to 2^64 - 1,
   * for `cosmwasm` up to 2^128 - 1.
   */
  readonly amount: bigint;
  /**
   * Claim index, 0 to 2^256 - 1. Required for `uniswap` and `solana_keccak`, optional for `openzeppelin` and `abi`, ignored by
   * others.
   */
  readonly index: bigint | null;
  /** Locked part of `amount` in base units, default 0; `jito` only. */
  readonly locked?: bigint;
  /** Fields of the leaf, for kinds with such; the same array for all leaves of a list. Default: the usual ones of the kind. */
  readonly fields?: LeafFields;
  /** Address of the token, for leaves with a field of it. */
  readonly token?: string;
  /** Values of the fields that differ from leaf to leaf, in their order. */
  readonly values?: readonly string[];
}

/** Encoding of the leaves and nodes of a published kind of tree. */
export interface TreeKind {
  readonly format: ProofFormat;
  /** Usual shape of its trees. `ens`: leaves by hash within each shard, see `shardOf`. */
  readonly shape: TreeShape;
  /** True for kinds whose trees are built by many libraries, with other shapes than the usual one. */
  readonly hasOtherShapes?: true;
  /** Present for kinds whose leaves can have other fields than the usual ones; `required` without usual ones. */
  readonly fields?: 'optional' | 'required';
  /**
   * Computes the hash of a leaf, 32 bytes.
   *
   * @throws {InvalidTreeError} for a leaf that the format cannot represent.
   */
  leafHash(leaf: TreeLeaf, hash: Hash): Uint8Array;
  /** Computes the hash of a parent, its children in this order. {@link parentHash} sorts them where the shape does. */
  nodeHash(left: Uint8Array, right: Uint8Array, hash: Hash): Uint8Array;
}

/** Kind of tree as far as a proof depends on it. The SDK is built without its other members. */
export type ProofKind = Omit<TreeKind, 'shape' | 'hasOtherShapes'>;

/** Computes the hash of a parent; the order of its children matters only for positional pairs. */
export function parentHash(
  kind: Pick<TreeKind, 'nodeHash'>,
  left: Uint8Array,
  right: Uint8Array,
  hash: Hash,
  pairs: TreeShape['pairs'] = 'sorted',
): Uint8Array {
  return pairs === 'positional' || compareHashes(left, right) <= 0
    ? kind.nodeHash(left, right, hash)
    : kind.nodeHash(right, left, hash);
}

/** Compares two hashes of 32 bytes. */
export function compareHashes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
