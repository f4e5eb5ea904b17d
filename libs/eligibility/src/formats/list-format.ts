import type { ProofFormat } from '@droptrack/contracts';

/**
 * Shapes in which lists are published.
 *
 * - `csv`: a row for each wallet; `ndjson`: an object on each line; `json`: an array of objects.
 * - `map`: `{address: amount}`.
 * - `uniswap`: merkle-distributor, `{merkleRoot, tokenTotal, claims: {address: {index, amount, proof}}}`, or a piece of
 *   it, `{address: {index, amount, proof}}`.
 * - `ens`: sharded trees as of ENS and Hop: a `root.json` and a file for each shard, `{proof, entries: {…}}`.
 * - `openzeppelin`: what `StandardMerkleTree` of `@openzeppelin/merkle-tree` dumps.
 * - `across`: `{recipients: [{account, amount, metadata: {amountBreakdown}}], rewardsToDeposit}`.
 * - `jito`: trees of Solana's distributors, `{merkle_root, tree_nodes: [{claimant, proof, …}]}`.
 */
export const LIST_FORMATS = [
  'csv',
  'ndjson',
  'json',
  'map',
  'uniswap',
  'ens',
  'openzeppelin',
  'across',
  'jito',
] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Formats whose fields are found by names or places that the caller may give. */
export const COLUMN_FORMATS: readonly ListFormat[] = ['csv', 'ndjson', 'json'];

/** Formats that are made for contracts: their amounts are base units, whatever the caller thinks. */
export const BASE_UNIT_FORMATS: readonly ListFormat[] = ['uniswap', 'ens', 'openzeppelin', 'across', 'jito'];

/** What a list's files say of the list; null where they do not say it. */
export interface ListStated {
  /** Of its tree: 0x and 64 hex digits, in lower case. */
  readonly root: string | null;
  /** Sum of the amounts in base units. */
  readonly total: bigint | null;
  /** How many entries there are. */
  readonly wallets: number | null;
  /** Leaf encoding of its tree. Null where there is none, or none that proofs can be made for. */
  readonly treeFormat: ProofFormat | null;
  /** Hex digits of an address that tell its shard; `ens` only. */
  readonly shardNybbles: number | null;
}

export const NOTHING_STATED: ListStated = {
  root: null,
  total: null,
  wallets: null,
  treeFormat: null,
  shardNybbles: null,
};
