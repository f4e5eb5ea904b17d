import type { Sql } from '../database/database';
import { HASH_BYTES } from '@droptrack/eligibility';
import { readLeaves } from './leaf-order';
import type { ListTree } from './list-row';
import { rejectList } from './errors';

/** A shard of a tree of format `ens` that has leaves. */
export interface LeafShard {
  /** The number that the first hex digits of its addresses make. */
  readonly shard: number;
  readonly leaves: number;
}

/** A shard whose tree is built. */
export interface BuiltShard extends LeafShard {
  readonly root: Uint8Array;
}

const SHARD_NYBBLES_MAX = 4;

/** Number of hex digits that name a shard; 0 for a tree that is a single shard. @throws {ListRejectedError} above 4. */
export function nybblesOf({ format, shardNybbles }: ListTree): number {
  const nybbles = format === 'ens' ? (shardNybbles?.() ?? 0) : 0;
  if (nybbles > SHARD_NYBBLES_MAX) rejectList(`its shards have names of ${nybbles} hex digits, more than 4`);
  return nybbles;
}

/** SQL expression of a row's shard, equal to `shardOf` of libs/eligibility. */
export const shardSql = (nybbles: number): string =>
  `(get_byte(wallet, 0) << 8 | get_byte(wallet, 1)) >> ${16 - 4 * nybbles}`;

/** Shards of `list_stage`, in the order of their leaves. */
export function readShards(sql: Sql, nybbles: number): Promise<LeafShard[]> {
  const shard = shardSql(nybbles);
  return sql.query<LeafShard>(
    `SELECT ${shard} AS shard, count(*)::integer AS leaves FROM list_stage GROUP BY 1 ORDER BY 1`,
  );
}

/** @param roots - of all shards, in their order. */
export function withRoots(shards: readonly LeafShard[], roots: readonly Uint8Array[]): BuiltShard[] {
  return shards.flatMap((shard, i) => {
    const root = roots[i];
    return root === undefined ? [] : [{ ...shard, root }];
  });
}

/**
 * Leaves of each shard of `list_stage`, concatenated, 32 bytes each. The table must be in the order of its leaves; one shard
 * is in memory at a time.
 */
export async function* leavesOfShards(
  sql: Sql,
  shards: readonly LeafShard[],
): AsyncGenerator<{ readonly shard: LeafShard; readonly leaves: Uint8Array }> {
  let [piece, read, at] = [0, 0, 0];
  let packed: Uint8Array = new Uint8Array(0);
  for (const shard of shards) {
    const leaves = new Uint8Array(shard.leaves * HASH_BYTES);
    for (let filled = 0; filled < leaves.length;) {
      if (at === packed.length) {
        packed = await readLeaves(sql, piece++, read);
        at = 0;
        if (packed.length === 0) throw new Error('The shards have more leaves than the table has rows');
        read += packed.length / HASH_BYTES;
      }
      const some = packed.subarray(at, at + leaves.length - filled);
      leaves.set(some, filled);
      filled += some.length;
      at += some.length;
    }
    yield { shard, leaves };
  }
}
