import type { Sql } from '../database/database';

/** Blocks of the table whose leaves are brought to this process together: some 35 000 leaves, 1 MB. */
const BLOCKS_AT_ONCE = 512;

/**
 * Puts the rows of `list_stage` in the order of their leaves, and notes the `position` of each. All of each row at
 * once: to sort the leaves alone, and join their positions to the rows afterwards, would take one sort more.
 *
 * @param order - SQL over `list_stage`.
 */
export async function putInOrder(sql: Sql, order: readonly string[]): Promise<void> {
  await sql.query(
    `CREATE TEMPORARY TABLE list_placed ON COMMIT DROP AS
     SELECT line, wallet, amount, index, breakdown, leaf, proof,
            (row_number() OVER (ORDER BY ${order.join(', ')}) - 1)::integer AS position
     FROM list_stage`,
  );
  await sql.query('DROP TABLE list_stage');
  await sql.query('ALTER TABLE list_placed RENAME TO list_stage');
}

/**
 * A piece of the leaves of `list_stage`, in the order of their positions, one after another.
 *
 * They are read as they lie in the table, which was written in their order: no index is made, and nothing sorted.
 *
 * @param piece - from 0.
 * @param first - position of its first leaf: what lies otherwise than it was written is not taken for a tree.
 * @returns empty after the last piece.
 */
export async function readLeaves(sql: Sql, piece: number, first: number): Promise<Uint8Array> {
  const block = piece * BLOCKS_AT_ONCE;
  const [read] = await sql.query<{ leaves: Buffer | null; first: number | null }>(
    `SELECT string_agg(leaf, ''::bytea ORDER BY position) AS leaves, min(position) AS first
     FROM list_stage WHERE ctid >= $1::tid AND ctid < $2::tid`,
    [`(${block},0)`, `(${block + BLOCKS_AT_ONCE},0)`],
  );
  const { leaves, first: found } = read ?? { leaves: null, first: null };
  if (leaves === null) return new Uint8Array(0);
  if (found !== first) throw new Error('The leaves do not lie in the order of their positions');
  return new Uint8Array(leaves.buffer, leaves.byteOffset, leaves.length);
}
