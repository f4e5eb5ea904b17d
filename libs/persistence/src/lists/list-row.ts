import type { ProofFormat } from '@droptrack/contracts';
import type { Hash } from '@droptrack/eligibility';

/** One row of a list that is being loaded. */
export interface ListRow {
  /** Where it stands, from 1. */
  readonly line: number;
  /** 20 bytes of an EVM address, 32 of a Solana one. */
  readonly wallet: Uint8Array;
  /** Base units, 0..2^256 - 1; 0 in an exclusion list. */
  readonly amount: bigint;
  /** Claim index, 0..2^256 - 1, where the list has one; no two rows have the same. */
  readonly index?: bigint | null;
  /** Parts that add up to `amount`, or none. */
  readonly breakdown?: readonly { readonly reason: string; readonly amount: bigint }[];
  /** As published, the leaf's sibling first, 32 bytes each: checked where a tree is given, else left out. */
  readonly proof?: readonly Uint8Array[] | null;
}
/** What comes from afar comes many at a time: to wait for each row by itself costs as much as to read it. */
export type ListRows = Iterable<ListRow> | AsyncIterable<readonly ListRow[]>;

/** A shard as its file has it. */
export interface PublishedShard {
  /** The first 16 bits of an address in it. */
  readonly prefix: number;
  /**
   * Path from the root of the shard to that of the list, the shard root's sibling first: 32 bytes each, at most 64.
   * Null where its file has none.
   */
  readonly proof: readonly Uint8Array[] | null;
}

/** The tree that a list's proofs come from. */
export interface ListTree {
  readonly format: ProofFormat;
  /** The root that must come out, 0x and 64 hex digits; null where nobody knows it. */
  readonly expectRoot: string | null;
  readonly hash: Hash;
  /**
   * How many of the first hex digits of an address name its shard, 0..4; of format `ens` only, 0 when not given. Asked
   * once the rows have been read.
   */
  readonly shardNybbles?: () => number;
  /**
   * Shards of a list whose files are shards, asked for once the rows have been read. Their proofs must lead
   * to the root of the list; where no root is expected, they state it.
   */
  readonly publishedShards?: () => readonly PublishedShard[];
  /**
   * The rows are a part of what the tree was made of: each row, or each shard, brings its own proof, which must lead to
   * the root and is kept. Wallets of the other parts are then answered as not in the list. False when not given.
   */
  readonly isPart?: boolean;
}

/** What to do with a wallet that has several rows. */
export type DuplicateRule = 'refuse' | 'sum';
