import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';

/**
 * Formats of published lists.
 *
 * - `csv`: one row per wallet; `ndjson`: one object per line.
 * - `json`: an array of objects, of `[address, amount]` or of addresses; or an object with a member that is one.
 * - `map`: `{address: amount}`, `{address: {amount, …}}` or `{address: [{amount, …}]}`; or an object with such a map.
 * - `uniswap`: merkle-distributor, `{merkleRoot, tokenTotal, claims: {address: {index, amount, proof}}}`, an object with it,
 *   or a chunk of it, `{address: {index, amount, proof}}`.
 * - `ens`: sharded trees as of ENS and Hop: a `root.json` and one file per shard, `{proof, entries: {…}}`.
 * - `openzeppelin`: dump of `StandardMerkleTree` of `@openzeppelin/merkle-tree`.
 * - `across`: `{recipients: [{account, amount, metadata: {amountBreakdown}}], rewardsToDeposit}`.
 * - `jito`: trees of Solana's distributors, `{merkle_root, tree_nodes: [{claimant, proof, …}]}`.
 * - `sablier`: campaigns of Sablier, `{root, total_amount, number_of_recipients, merkle_tree, recipients: [{address, amount}]}`.
 * - `merkl`: rewards of Merkl by campaign, `{merklRoot, rewards: {campaign: {token, holders: {address: {amount}}}}}`.
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
  'sablier',
  'merkl',
] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Formats without a fixed structure: their columns have configurable names or positions, and amounts in any unit. */
export const RECORD_FORMATS = ['csv', 'ndjson', 'json', 'map'] as const satisfies readonly ListFormat[];
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Formats for contracts. Their amounts are always base units. */
export const BASE_UNIT_FORMATS: readonly ListFormat[] = LIST_FORMATS.filter(
  (format) => !RECORD_FORMATS.some((record) => record === format),
);

/** Leaf encoding of the tree of a format; null for formats without a tree. */
export function treeFormatOf(format: ListFormat): ProofFormat | null {
  return format === 'sablier' ? 'openzeppelin' : (PROOF_FORMATS.find((known) => known === format) ?? null);
}

/** Metadata that the files of a list declare; null if absent. */
export interface ListMetadata {
  /** Root of its tree: 0x and 64 lower-case hex digits. */
  readonly root: string | null;
  /** Sum of the amounts in base units. */
  readonly total: bigint | null;
  /** Number of entries. */
  readonly wallets: number | null;
  /** Leaf encoding of its tree. Null without a tree, or for an encoding without supported proofs. */
  readonly treeFormat: ProofFormat | null;
  /** Number of leading hex digits of an address that select its shard; `ens` only. */
  readonly shardNybbles: number | null;
}

export const NO_METADATA: ListMetadata = {
  root: null,
  total: null,
  wallets: null,
  treeFormat: null,
  shardNybbles: null,
};
