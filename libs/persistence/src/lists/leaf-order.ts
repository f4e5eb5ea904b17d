import type { Sql } from '../database/database';

/** Blocks of the table whose leaves are fetched at once: some 35 000 leaves, 1 MB. */
const BLOCKS_AT_ONCE = 512;

/**
 * Rewrites `list_stage` in the order of the leaves, with the `position` of each. Whole rows are sorted: sorting the leaves
 * alone and joining their positions afterwards would take a second sort.
 *
 * @param order - SQL over `list_stage`.
 */
export async function putInOrder(sql: Sql, order: readonly string[]): Promise<void> {
  await sql.query(
    `CREATE TEMPORARY TABLE list_placed ON COMMIT DROP AS
     SELECT line, wallet, token, amount, index, breakdown, fields, leaf, proof,
            (row_number() OVER (ORDER BY ${order.join(', ')}) - 1)::integer AS position
     FROM list_stage`,
  );
  await sql.query('DROP TABLE list_stage');
  await sql.query('ALTER TABLE list_placed RENAME TO list_stage');
}

/**
 * A chunk of the leaves of `list_stage`, concatenated in the order of their positions.
 *
 * Reads blocks of the table in their physical order, which is the order of the leaves: needs no index and no sort.
 *
 * @param piece - from 0.
 * @param first - position of its first leaf, which verifies the physical order.
 * @returns empty after the last chunk.
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
  if (found !== first) throw new Error('The leaves are not stored in the order of their positions');
  return new Uint8Array(leaves.buffer, leaves.byteOffset, leaves.length);
}
