import type { ProofFormat } from '@droptrack/contracts';
import type { Hash, LeafFields, TreeShape } from '@droptrack/eligibility';

/** Row of a list to be loaded. */
export interface ListRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Key of the wallet: its length names the family. */
  readonly wallet: Uint8Array;
  /** Base units, 0..2^256 - 1; 0 in an exclusion list. */
  readonly amount: bigint;
  /** Claim index, 0..2^256 - 1, where the list has one; no two rows have the same. */
  readonly index?: bigint | null;
  /** Parts that add up to `amount`, or none. */
  readonly breakdown?: readonly { readonly reason: string; readonly amount: bigint }[];
  /** As published, the leaf's sibling first, 32 bytes each: verified where a tree is given, else ignored. */
  readonly proof?: readonly Uint8Array[] | null;
  /** Values of the fields of its leaf that differ from row to row, in their order; none when not given. */
  readonly fields?: readonly string[];
  /** Address of the token of the amount, in its usual form: either every row has one, or none. */
  readonly token?: string;
}
/** Asynchronous rows come in batches: awaiting each row costs as much as parsing it. */
export type ListRows = Iterable<ListRow> | AsyncIterable<readonly ListRow[]>;

/** Shard of a published file. */
export interface PublishedShard {
  /** The first 16 bits of an address in it. */
  readonly prefix: number;
  /**
   * Path from the root of the shard to that of the list, the shard root's sibling first: 32 bytes each, at most 64.
   * Null where its file has none.
   */
  readonly proof: readonly Uint8Array[] | null;
}

/** Tree of the proofs of a list. */
export interface ListTree {
  readonly format: ProofFormat;
  /** Expected root, 0x and 64 hex digits; null when unknown. */
  readonly expectRoot: string | null;
  readonly hash: Hash;
  /** The usual shape of the format when not given. */
  readonly shape?: TreeShape;
  /** Shapes that are tried in this order if `shape` does not lead to the expected root; none when not given. */
  readonly otherShapes?: readonly TreeShape[];
  /** Fields of its leaves; the usual ones of the format when not given. */
  readonly fields?: LeafFields;
  /**
   * Number of first hex digits of an address that name its shard, 0..4; for the format `ens` only, 0 when not given.
   * Called once the rows have been read.
   */
  readonly shardNybbles?: () => number;
  /**
   * Shards of a list whose files are shards, called once the rows have been read. Their proofs must lead to the root of the
   * list; without an expected root, they define it.
   */
  readonly publishedShards?: () => readonly PublishedShard[];
  /**
   * The rows are a part of the leaves of the tree: each row, or each shard, has its own proof, which must lead to the root
   * and is stored. Wallets of the other parts count as not in the list. False when not given.
   */
  readonly isPart?: boolean;
}
