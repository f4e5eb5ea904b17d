import { InMemoryTree } from '@droptrack/eligibility';
import type { Transaction } from '../database/database';
import { rejectList } from './errors';
import { putInOrder } from './leaf-order';
import { LineBuffer } from './line-buffer';
import type { ListTree } from './list-row';
import { provenShardRoot, shardProofsOf } from './shard-proofs';
import { type BuiltShard, leavesOfShards, nybblesOf, readShards, shardSql } from './shards';
import type { StagedRows } from './stage';

/**
 * Root of a list of which `list_stage` is a part, from the proofs of the rows.
 *
 * @param expectRoot - the declared root in lower case; null without one.
 * @throws {ListRejectedError} when a row has no proof, or the proofs lead elsewhere.
 */
export function rootOfRows({ rows, provenRoot, provenRows }: StagedRows, expectRoot: string | null): string {
  if (provenRoot === null || provenRows < rows) {
    rejectList('it is loaded as a part of a list, so each of its rows needs a proof');
  }
  if (expectRoot !== null && provenRoot !== expectRoot) {
    rejectList(`the published proofs lead to the root ${provenRoot}, and should lead to ${expectRoot}`);
  }
  return provenRoot;
}

/** Proofs per COPY: some 1 MB. */
const PROOFS_AT_ONCE = 1_000;
const COPY_PROOFS = 'COPY list_proofs FROM STDIN';

/**
 * Proves a part of a list that consists of whole shards: builds the tree of each shard, follows its published proof, and
 * stores the path through both with each row. One shard is in memory at a time.
 *
 * @param expectRoot - the declared root in lower case; null without one.
 * @param onLeaves - called after each shard with the number of its rows and those before.
 * @returns the root of the list.
 * @throws {ListRejectedError} when a shard has no proof, a proof leads elsewhere, or nothing confirms the root.
 */
export async function proveShards(
  sql: Transaction,
  tree: ListTree,
  expectRoot: string | null,
  onLeaves: (leaves: number) => void,
): Promise<string> {
  const nybbles = nybblesOf(tree);
  const shards = await readShards(sql, nybbles);
  await putInOrder(sql, [shardSql(nybbles), 'leaf']);
  await sql.query('CREATE TEMPORARY TABLE list_proofs (position integer, proof bytea) ON COMMIT DROP');
  const published = shardProofsOf(tree, nybbles);
  const lines = new LineBuffer();
  const built: BuiltShard[] = [];
  let position = 0;
  for await (const { shard, leaves } of leavesOfShards(sql, shards)) {
    const within = new InMemoryTree(tree.format, leaves, tree.hash);
    built.push({ ...shard, root: within.root });
    const above = published.get(shard.shard) ?? [];
    for (let i = 0; i < shard.leaves; i++) {
      lines.number(position++);
      lines.hex(Buffer.concat([...within.proof(i), ...above]), true);
      if (position % PROOFS_AT_ONCE === 0) await sql.copy(COPY_PROOFS, [lines.take()]);
    }
    onLeaves(position);
  }
  await sql.copy(COPY_PROOFS, [lines.take()]);
  const root = provenShardRoot(tree, nybbles, built, expectRoot);
  // A position refers to the leaves of the whole tree, which a part does not have.
  await sql.query(
    `UPDATE list_stage AS stage SET proof = list_proofs.proof, position = NULL
     FROM list_proofs WHERE list_proofs.position = stage.position`,
  );
  return root;
}
