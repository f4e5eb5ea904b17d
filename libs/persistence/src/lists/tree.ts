import type { ProofFormat } from '@droptrack/contracts';
import {
  HASH_BYTES,
  isSameShape,
  NodeChunks,
  TreeBuilder,
  treeKind,
  type TreeShape,
  type TreeShard,
} from '@droptrack/eligibility';
import type { Transaction } from '../database/database';
import { hasEqualLeaves, rejectEqualLeaves } from './duplicates';
import { rejectList } from './errors';
import { putInOrder, readLeaves } from './leaf-order';
import type { ListTree } from './list-row';
import type { StoredShape } from './list-row.repository';
import { proveShards, rootOfRows } from './part';
import { assertPositionalProofs } from './positional-proofs';
import { provenShardRoot, whereShardsDiffer } from './shard-proofs';
import { type LeafShard, nybblesOf, readShards, shardSql, withRoots } from './shards';
import type { StagedRows } from './stage';

/** Tree of a list, built here or verified by the proofs of its rows. */
export interface BuiltTree {
  readonly format: ProofFormat;
  /** 0x and 64 hex digits, in lower case. */
  readonly root: string;
  /**
   * A published root confirms it: the caller or a file declares it, or the published proofs of at least two rows or shards
   * lead to it (a single proof leads to some root, whatever it belongs to). False for a root that was only computed here.
   */
  readonly isRootPublished: boolean;
  readonly shards: readonly TreeShard[];
  /** Null for the usual shape and fields of the format. */
  readonly shape: StoredShape | null;
}

/** Expectations of a tree. */
interface Given {
  readonly staged: StagedRows;
  /** Number of leaves: of wallets, or of their entries. */
  readonly leaves: number;
  /** True when a wallet can have several leaves, so that leaves can be equal. */
  readonly hasEntries: boolean;
  /** Declared root in lower case; null where neither the caller nor a file declares one. */
  readonly expectRoot: string | null;
}

/**
 * Builds the tree of `list_stage` in bounded memory: the database sorts the leaves, this process hashes them, and the nodes
 * go to `list_tree`, a temporary table of the transaction. Rows then have their `position`.
 *
 * For a part of a list no tree is built: the proofs of its rows or shards are verified and stored.
 *
 * @param onLeaves - called now and then with the number of leaves so far.
 * @throws {ListRejectedError} when the root differs from the declared one, or from that of the published proofs; for shards
 *   also when nothing confirms the root.
 */
export async function buildTree(
  sql: Transaction,
  tree: ListTree,
  { staged, leaves, hasEntries, expectRoot }: Given,
  onLeaves: (leaves: number) => void,
): Promise<BuiltTree> {
  const { format } = tree;
  // Shards without a confirmed root are rejected.
  const isShardList = tree.publishedShards !== undefined;
  const isRootPublished = isShardList || expectRoot !== null || staged.provenRows > 1;
  onLeaves(0);
  if (tree.isPart === true) {
    if (hasEntries && shapeOf(tree).order === 'by_hash') await rejectEqualLeaves(sql);
    const root = isShardList ? await proveShards(sql, tree, expectRoot, onLeaves) : rootOfRows(staged, expectRoot);
    return { format, root, isRootPublished, shards: [], shape: storedShape(tree) };
  }
  const nybbles = nybblesOf(tree);
  const shards = nybbles === 0 ? null : await readShards(sql, nybbles);
  const wantedByRows = expectRoot ?? (isShardList ? null : staged.provenRoot);
  const of = { leaves, shards, hasEntries, wanted: wantedByRows };
  const shapes = wantedByRows === null || shards !== null ? [shapeOf(tree)] : shapesOf(tree, staged, wantedByRows);
  const { shape, root, builder } = await buildShape(sql, tree, shapes, of, onLeaves);
  const built = withRoots(shards ?? [{ shard: 0, leaves }], builder.rootsOfShards);
  // Without a declared root, the published proofs define it.
  const proven = isShardList && expectRoot === null ? provenShardRoot(tree, nybbles, built, null) : staged.provenRoot;
  const wanted = expectRoot ?? proven;
  if (wanted !== null && root !== wanted) {
    const why =
      shards === null && !isShardList
        ? whereRowsDiffer(staged, wanted, shapesOf(tree, staged, wanted).length)
        : whereShardsDiffer(tree, nybbles, built, wanted);
    rejectList(`the tree of its ${leaves} leaves has the root ${root}, and should have ${wanted}; ${why}`);
  }
  const verified = staged.keptProofs === 0 ? 0 : await assertPositionalProofs(sql, tree, shape, leaves, root);
  return {
    ...{ format, root, shards: builder.shards, shape: storedShape({ ...tree, shape }) },
    isRootPublished: isRootPublished || verified > 1,
  };
}

const shapeOf = ({ format, shape }: ListTree): TreeShape => shape ?? treeKind(format).shape;

/** Shape as it is stored; null for a tree that is usual for its format. */
function storedShape(tree: ListTree): StoredShape | null {
  const { format, fields } = tree;
  const shape = shapeOf(tree);
  if (fields === undefined && isSameShape(shape, treeKind(format).shape)) return null;
  return { ...shape, ...(fields !== undefined && { fields }) };
}

/**
 * Shapes that can lead to the wanted root, the usual one first. Published proofs narrow them down: those that were followed with
 * sorted pairs are of no positional tree, and a hash that fills a level is a sibling in a tree with that padding only.
 */
function shapesOf(
  tree: ListTree,
  { provenRoot, provenRows, padding }: StagedRows,
  wanted: string,
): readonly TreeShape[] {
  const all = [shapeOf(tree), ...(tree.otherShapes ?? [])];
  if (all.length === 1 || provenRows === 0 || provenRoot !== wanted) return all;
  const isPossible = ({ pairs, odd }: TreeShape): boolean =>
    pairs === 'sorted' && (padding === null || odd === padding);
  return all.filter(isPossible);
}

interface Leaves {
  readonly leaves: number;
  readonly shards: readonly LeafShard[] | null;
}

/**
 * Builds the nodes of the first shape that leads to the wanted root; those of the first shape when none does.
 *
 * @param candidates - shapes in the order of their trials, at least one.
 * @throws {ListRejectedError} for equal leaves, unless they are in an order of their own.
 */
async function buildShape(
  sql: Transaction,
  tree: ListTree,
  candidates: readonly TreeShape[],
  { wanted, hasEntries, ...leaves }: Leaves & Pick<Given, 'hasEntries'> & { readonly wanted: string | null },
  onLeaves: (leaves: number) => void,
): Promise<{ readonly shape: TreeShape; readonly root: string; readonly builder: TreeBuilder }> {
  const usual = shapeOf(tree);
  const nybbles = nybblesOf(tree);
  const isOrdered = hasEntries && (await hasEqualLeaves(sql));
  const shapes = candidates.filter(({ order }) => !isOrdered || order === 'by_index');
  let first: Awaited<ReturnType<typeof buildShape>> | null = null;
  let order: readonly string[] = [];
  for (const shape of shapes) {
    const wantedOrder = orderOf(shape, nybbles);
    if (wantedOrder.join() !== order.join()) await putInOrder(sql, wantedOrder);
    order = wantedOrder;
    await sql.query('DROP TABLE IF EXISTS list_tree');
    const built = await buildNodes(sql, shape === usual ? tree : { ...tree, shape }, leaves, onLeaves);
    if (wanted === null || built.root === wanted) return { shape, ...built };
    first ??= { shape, ...built };
  }
  if (isOrdered && usual.order === 'by_hash') await rejectEqualLeaves(sql);
  if (first === null) throw new Error('A tree has a shape');
  return first;
}

/** First difference of the tree, as far as the proofs of its rows show; the end of a sentence. */
function whereRowsDiffer({ rows, provenRoot, provenRows }: StagedRows, expectRoot: string, shapes: number): string {
  const tried = shapes === 1 ? 'the usual or declared one' : `the ${shapes} that were tried`;
  return provenRows === rows && provenRoot === expectRoot
    ? 'each row has a published proof that leads there, so either other rows are missing (--part loads a part of a list), or ' +
        `its tree has another shape than ${tried} (--leaves, --pairs, --odd)`
    : 'where it first differs is unknown, since not every row has a published proof; its rows or leaves may differ, or the ' +
        `shape of its tree from ${tried} (--leaves, --pairs, --odd)`;
}

/** Order of the leaves, as SQL over `list_stage`; the shard first where there are shards. */
function orderOf({ order }: TreeShape, nybbles: number): readonly string[] {
  if (order === 'by_index') return ['index', 'line'];
  return nybbles === 0 ? ['leaf'] : [shardSql(nybbles), 'leaf'];
}

/** Builds the nodes of a tree from sorted leaves. */
async function buildNodes(
  sql: Transaction,
  tree: ListTree,
  { leaves, shards }: Leaves,
  onLeaves: (leaves: number) => void,
): Promise<{ readonly root: string; readonly builder: TreeBuilder }> {
  const rows: string[] = [];
  const chunks = new NodeChunks((chunk, hashes) => {
    rows.push(`${chunk}\t\\\\x${Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length).toString('hex')}\n`);
  });
  const shardLeaves = shards?.map((shard) => shard.leaves) ?? [leaves];
  const { format, hash, shape } = tree;
  const options = { onChunk: chunks.onChunk, shardLeaves, ...(shape !== undefined && { shape }) };
  const builder = new TreeBuilder(format, leaves, hash, chunks.onNode, options);

  await sql.query('CREATE TEMPORARY TABLE list_tree (chunk integer, hashes bytea) ON COMMIT DROP');
  let packed = await readLeaves(sql, 0, 0);
  for (let piece = 1, done = 0; packed.length > 0; piece++) {
    done += packed.length / HASH_BYTES;
    // Fetches the next chunk while this one is hashed; it has arrived before the nodes are sent on the same connection.
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
