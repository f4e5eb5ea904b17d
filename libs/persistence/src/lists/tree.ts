import type { ProofFormat } from '@droptrack/contracts';
import { HASH_BYTES, NodeChunks, TreeBuilder, treeKind, type TreeShard } from '@droptrack/eligibility';
import type { Transaction } from '../database/database';
import { refuseList } from './errors';
import { putInOrder, readLeaves } from './leaf-order';
import type { ListTree } from './list-row';
import { type LeafShard, readShards, shardSql, whereShardsDiffer, withRoots } from './shards';
import type { StagedRows } from './stage';

/** A list's tree, once it is built or its rows' own proofs are followed. */
export interface BuiltTree {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits, in lower case. */
  readonly root: string;
  readonly shards: readonly TreeShard[];
}

const SHARD_NYBBLES_MAX = 4;

/**
 * Builds the tree of `list_stage` in bounded memory: the database puts the leaves in order, here they are hashed
 * together, and the nodes go to `list_tree` for the time of the transaction. From then on rows have their `position`.
 *
 * Of a part of a list nothing is built: its rows' own proofs have been followed.
 *
 * @param expectRoot - what must come out, in lower case; null where nobody knows it.
 * @param onLeaves - told now and then how many leaves are in.
 * @throws {ListRefusedError} when it does not come out.
 */
export async function buildTree(
  sql: Transaction,
  tree: ListTree,
  given: { readonly staged: StagedRows; readonly wallets: number; readonly expectRoot: string | null },
  onLeaves: (leaves: number) => void,
): Promise<BuiltTree> {
  const { format } = tree;
  const { staged } = given;
  if (tree.isPart === true) return provenPart(tree, staged, given.expectRoot);
  // Where nobody says what must come out, the proofs of the rows do.
  const expectRoot = given.expectRoot ?? staged.provenRoot;

  onLeaves(0);
  const nybbles = nybblesOf(tree);
  const shards = nybbles === 0 ? null : await readShards(sql, nybbles);
  await putInOrder(sql, orderOf(format, nybbles));
  const { root, builder } = await buildNodes(sql, tree, { leaves: given.wallets, shards }, onLeaves);
  if (expectRoot !== null && root !== expectRoot) {
    const why =
      shards === null
        ? whereRowsDiffer(staged, expectRoot)
        : whereShardsDiffer(tree, nybbles, withRoots(shards, builder.rootsOfShards), expectRoot);
    refuseList(`the tree of its ${given.wallets} wallets has the root ${root}, and should have ${expectRoot}; ${why}`);
  }
  return { format, root, shards: builder.shards };
}

function provenPart({ format }: ListTree, { provenRoot }: StagedRows, expectRoot: string | null): BuiltTree {
  if (provenRoot === null) refuseList('it is loaded as a part of a list, and so each of its rows needs a proof');
  if (expectRoot !== null && provenRoot !== expectRoot) {
    refuseList(`the published proofs lead to the root ${provenRoot}, and should lead to ${expectRoot}`);
  }
  return { format, root: provenRoot, shards: [] };
}

/** Where the tree first differs, as far as the proofs of its rows tell. */
function whereRowsDiffer({ provenRoot }: StagedRows, expectRoot: string): string {
  return provenRoot === expectRoot
    ? 'each row has a published proof that leads there, so other rows are missing'
    : 'where it first differs cannot be told, since not every row has a published proof';
}

/** How many hex digits name a shard; 0 where there are no shards. */
function nybblesOf({ format, shardNybbles }: ListTree): number {
  const nybbles = format === 'ens' ? (shardNybbles?.() ?? 0) : 0;
  if (nybbles > SHARD_NYBBLES_MAX) refuseList(`its shards have names of ${nybbles} hex digits, more than 4`);
  return nybbles;
}

/** What the leaves are ordered by: SQL over `list_stage`, the shard first where there are shards. */
function orderOf(format: ProofFormat, nybbles: number): readonly string[] {
  if (treeKind(format).order === 'by_index') return ['index', 'line'];
  return nybbles === 0 ? ['leaf'] : [shardSql(nybbles), 'leaf'];
}

/** Of leaves that are in order. */
async function buildNodes(
  sql: Transaction,
  { format, hash }: ListTree,
  { leaves, shards }: { readonly leaves: number; readonly shards: readonly LeafShard[] | null },
  onLeaves: (leaves: number) => void,
): Promise<{ readonly root: string; readonly builder: TreeBuilder }> {
  const rows: string[] = [];
  const chunks = new NodeChunks((chunk, hashes) => {
    rows.push(`${chunk}\t\\\\x${Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length).toString('hex')}\n`);
  });
  const shardLeaves = shards?.map((shard) => shard.leaves) ?? [leaves];
  const builder = new TreeBuilder(format, leaves, hash, chunks.onNode, { onChunk: chunks.onChunk, shardLeaves });

  await sql.query('CREATE TEMPORARY TABLE list_tree (chunk integer, hashes bytea) ON COMMIT DROP');
  let packed = await readLeaves(sql, 0, 0);
  for (let piece = 1, done = 0; packed.length > 0; piece++) {
    done += packed.length / HASH_BYTES;
    // The next piece comes while this one is hashed; when its nodes are sent, the connection is free again.
    const next = readLeaves(sql, piece, done);
    try {
      for (let at = 0; at < packed.length; at += HASH_BYTES) builder.push(packed.subarray(at, at + HASH_BYTES));
    } finally {
      packed = await next;
    }
    await sql.copy('COPY list_tree FROM STDIN', rows.splice(0));
    onLeaves(done);
  }
  const root = builder.end();
  if (rows.length > 0) await sql.copy('COPY list_tree FROM STDIN', rows);
  return { root: `0x${Buffer.from(root).toString('hex')}`, builder };
}
