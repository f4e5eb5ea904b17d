import { proofHolds, treeKind } from '@droptrack/eligibility';
import type { Sql } from '../database/database';
import type { ListTree } from './list-row';

/** A shard of a tree of format `ens` that has leaves. */
export interface LeafShard {
  /** The number that the first hex digits of its addresses make. */
  readonly shard: number;
  readonly leaves: number;
}

/** A shard whose tree is built. */
export interface ReckonedShard extends LeafShard {
  readonly root: Uint8Array;
}

/** SQL of a row's shard, as `shardOf` of libs/eligibility has it. */
export const shardSql = (nybbles: number): string =>
  `(get_byte(wallet, 0) << 8 | get_byte(wallet, 1)) >> ${16 - 4 * nybbles}`;

/** The shards of `list_stage`, in the order of their leaves. */
export function readShards(sql: Sql, nybbles: number): Promise<LeafShard[]> {
  const shard = shardSql(nybbles);
  return sql.query<LeafShard>(
    `SELECT ${shard} AS shard, count(*)::integer AS leaves FROM list_stage GROUP BY 1 ORDER BY 1`,
  );
}

/** @param roots - of all shards, in their order. */
export function withRoots(shards: readonly LeafShard[], roots: readonly Uint8Array[]): ReckonedShard[] {
  return shards.flatMap((shard, i) => {
    const root = roots[i];
    return root === undefined ? [] : [{ ...shard, root }];
  });
}

/** Where a tree first differs from the published one, as far as the proofs of its shards tell. A part of a sentence. */
export function whereShardsDiffer(
  { format, hash, shardProofs = () => [] }: ListTree,
  nybbles: number,
  shards: readonly ReckonedShard[],
  root: string,
): string {
  const kind = treeKind(format);
  const bytes = Buffer.from(root.slice(2), 'hex');
  const proofs = new Map(shardProofs().map(({ prefix, proof }) => [prefix >> (16 - 4 * nybbles), proof]));
  const proven = shards.filter(({ shard }) => proofs.has(shard));
  const [first, ...others] = proven.filter(
    (shard) => !proofHolds(kind, shard.root, proofs.get(shard.shard) ?? [], bytes, hash),
  );
  if (first !== undefined && others.length > 0 && others.length === proven.length - 1) {
    return 'no shard has a published proof that leads there';
  }
  if (first !== undefined) {
    const isFirst = shards.every(({ shard }) => shard >= first.shard || proofs.has(shard));
    return `it ${isFirst ? 'first ' : ''}differs in the shard ${first.shard.toString(16).padStart(nybbles, '0')}`;
  }
  return proven.length === shards.length
    ? 'each shard has a published proof that leads there, so other shards are missing'
    : 'where it first differs cannot be told, since not every shard has a published proof';
}
