import { HASH_BYTES, proofHolds, proofSides, treeKind, type TreeShape } from '@droptrack/eligibility';
import type { Transaction } from '../database/database';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from './errors';
import type { ListTree } from './list-row';

const ROWS_AT_ONCE = 5_000;

interface ProvenRow {
  readonly line: string;
  readonly position: number;
  readonly leaf: Buffer;
  readonly proof: Buffer;
}

/**
 * Verifies the published proofs of a tree that hashes pairs by position. Unlike those of sorted pairs they can only be
 * followed once the tree is built: the sides of their hashes follow from the position of the leaf and the number of leaves.
 *
 * @param leaves - number of leaves of the tree in `list_stage`, whose rows have their positions.
 * @param root - of the built tree, 0x and 64 hex digits.
 * @returns number of proofs.
 * @throws {ListRejectedError} with the line of each proof that leads elsewhere.
 */
export async function assertPositionalProofs(
  sql: Transaction,
  { format, hash }: ListTree,
  { odd }: TreeShape,
  leaves: number,
  root: string,
): Promise<number> {
  const kind = treeKind(format);
  const rootBytes = Buffer.from(root.slice(2), 'hex');
  const violations: ListViolation[] = [];
  let [total, proofs] = [0, 0];
  await sql.query(
    `DECLARE list_proven NO SCROLL CURSOR FOR
     SELECT line, position, leaf, proof FROM list_stage WHERE proof IS NOT NULL ORDER BY line`,
  );
  for (;;) {
    const rows = await sql.query<ProvenRow>(`FETCH ${ROWS_AT_ONCE} FROM list_proven`);
    if (rows.length === 0) break;
    proofs += rows.length;
    for (const { line, position, leaf, proof } of rows) {
      const sides = proofSides(odd, leaves, position);
      if (proofHolds(kind, leaf, hashesOf(proof), rootBytes, hash, sides)) continue;
      if (++total > LIST_VIOLATIONS_MAX) continue;
      violations.push({ line: Number(line), message: 'its published proof does not lead to the root' });
    }
  }
  await sql.query('CLOSE list_proven');
  if (total > 0) throw new ListRejectedError(violations, total);
  return proofs;
}

const hashesOf = (proof: Buffer): Uint8Array[] =>
  Array.from({ length: proof.length / HASH_BYTES }, (_, i) => proof.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
