import { proofHolds, parentHash, treeKind } from '@droptrack/eligibility';
import { rejectList } from './errors';
import type { ListTree } from './list-row';
import type { BuiltShard } from './shards';

/** Maximum number of shards in a message. */
const NAMES_MAX = 5;

/** Published proofs by shard number. Shards whose files have none are absent. */
export function shardProofsOf({ publishedShards }: ListTree, nybbles: number): Map<number, readonly Uint8Array[]> {
  const proofs = new Map<number, readonly Uint8Array[]>();
  for (const { prefix, proof } of publishedShards?.() ?? []) {
    if (proof !== null) proofs.set(prefix >> (16 - 4 * nybbles), proof);
  }
  return proofs;
}

/**
 * The root to which the published proofs of all given shards lead.
 *
 * @param root - the expected root, 0x and 64 hex digits in lower case; null without one. Then the proofs of at least two
 *   shards must agree: a single proof leads to some root, whatever its file contains.
 * @returns the root, in the same form.
 * @throws {ListRejectedError} when a shard has no proof, its proof leads elsewhere, or nothing confirms the root.
 */
export function provenShardRoot(
  tree: ListTree,
  nybbles: number,
  shards: readonly BuiltShard[],
  root: string | null,
): string {
  const proofs = shardProofsOf(tree, nybbles);
  const without = shards.filter(({ shard }) => !proofs.has(shard));
  if (without.length > 0) rejectList(`${unknownRoot(root)}no proof is in ${filesOf(without, nybbles)}`);
  const shardsByRoot = new Map<string, BuiltShard[]>();
  for (const shard of shards) {
    const reached = rootOf(tree, shard.root, proofs.get(shard.shard) ?? []);
    shardsByRoot.set(reached, [...(shardsByRoot.get(reached) ?? []), shard]);
  }
  const [[most, agreeing] = ['', []], ...others] = [...shardsByRoot].sort(([, a], [, b]) => b.length - a.length);
  if (root !== null) {
    const elsewhere = shards.filter((shard) => !shardsByRoot.get(root)?.includes(shard));
    if (elsewhere.length === 0) return root;
    rejectList(`the published proof in ${filesOf(elsewhere, nybbles)} does not lead to the root ${root}`);
  }
  if (others.length > 0) {
    const differing = others.flatMap(([, some]) => some);
    rejectList(
      `the published proofs in its files lead to different roots: ${filesOf(agreeing, nybbles)} to ${most}, ` +
        `${filesOf(differing, nybbles)} elsewhere`,
    );
  }
  if (shards.length > 1) return most;
  rejectList(
    tree.isPart !== true && proofs.get(shards[0]?.shard ?? 0)?.length !== 0
      ? `other shards are missing: the proof of its only shard leads on, to the root ${most}. Add their files, or load ` +
          'this one as a part of the list, with --part and the published root (root.json or --expect-root)'
      : `nothing confirms the root of its tree, ${most}: a single shard leads to some root whatever its rows are. Add ` +
          'root.json, or state the published root with --expect-root',
  );
}

const unknownRoot = (root: string | null): string =>
  root === null
    ? 'the root of its tree is unknown: no file states it (add root.json, or state it with --expect-root), and '
    : '';

/** Files are named after their shards: `3d`. */
function filesOf(shards: readonly BuiltShard[], nybbles: number): string {
  const names = shards.slice(0, NAMES_MAX).map(({ shard }) => shardName(shard, nybbles));
  if (nybbles === 0) return 'its only shard';
  if (shards.length > NAMES_MAX) return `${shards.length} shards`;
  return `the shard${shards.length === 1 ? '' : 's'} ${names.join(', ')}`;
}

const shardName = (shard: number, nybbles: number): string => shard.toString(16).padStart(nybbles, '0');

function rootOf({ format, hash }: ListTree, from: Uint8Array, proof: readonly Uint8Array[]): string {
  const kind = treeKind(format);
  const reached = proof.reduce((node, sibling) => parentHash(kind, node, sibling, hash), from);
  return `0x${Buffer.from(reached).toString('hex')}`;
}

/**
 * First difference of a tree from the published one, as far as the proofs of its shards show; the end of a sentence.
 */
export function whereShardsDiffer(
  tree: ListTree,
  nybbles: number,
  shards: readonly BuiltShard[],
  root: string,
): string {
  const kind = treeKind(tree.format);
  const bytes = Buffer.from(root.slice(2), 'hex');
  const proofs = shardProofsOf(tree, nybbles);
  const proven = shards.filter(({ shard }) => proofs.has(shard));
  const [first, ...others] = proven.filter(
    (shard) => !proofHolds(kind, shard.root, proofs.get(shard.shard) ?? [], bytes, tree.hash),
  );
  if (first !== undefined && others.length > 0 && others.length === proven.length - 1) {
    return 'no shard has a published proof that leads there';
  }
  if (first !== undefined) {
    const isFirst = shards.every(({ shard }) => shard >= first.shard || proofs.has(shard));
    return `it ${isFirst ? 'first ' : ''}differs in the shard ${shardName(first.shard, nybbles)}`;
  }
  return proven.length === shards.length
    ? 'each shard has a published proof that leads there, so other shards are missing (--part loads a part of a list), or the tree above them has another shape'
    : 'where it first differs is unknown, since not every shard has a published proof';
}
