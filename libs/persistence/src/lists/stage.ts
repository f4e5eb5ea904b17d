import { copyLine } from '../database/copy';
import type { Transaction } from '../database/database';
import { refuseList } from './errors';
import { leafMaker } from './leaf';
import type { ListRow, ListRows, ListTree } from './list-row';
import { PublishedProofs } from './published-proofs';

/** What the rows of a list have, beside wallets and amounts. */
export interface StagedRows {
  /** How many there are, those of the same wallet counted apart. */
  readonly rows: number;
  readonly hasIndex: boolean;
  /** Where all published proofs lead, 0x and 64 hex digits; null where not every row has one, or no tree was given. */
  readonly provenRoot: string | null;
}

/** Longest that reading a list may take: ten million rows need some minutes, and files may come through a slow pipe. */
export const READ_TIMEOUT_MS = 3_600_000;
/** Rows that are handed on together: handing each on by itself costs as much as making it. */
const ROWS_AT_ONCE = 256;

/**
 * Brings rows as they come into `list_stage`, each with the hash of its leaf where the list has a tree; for the time
 * of the transaction.
 *
 * The table is temporary: nobody else needs it, so it is not logged, and the database forgets it by itself.
 *
 * @throws {ListRefusedError} when there are none, or the tree cannot hold one; and what `rows` throws.
 */
export async function stageRows(sql: Transaction, rows: ListRows, tree: ListTree | null): Promise<StagedRows> {
  await sql.query(
    `CREATE TEMPORARY TABLE list_stage (
       line bigint NOT NULL, wallet bytea NOT NULL, amount numeric(78, 0) NOT NULL,
       index numeric(78, 0), breakdown jsonb, leaf bytea, proof bytea
     ) ON COMMIT DROP`,
  );
  const seen = { indexed: 0 };
  const proofs = tree === null ? null : new PublishedProofs(tree);
  const lines = linesOf(rows, tree, proofs, seen);
  const count = await sql.copy('COPY list_stage FROM STDIN (FREEZE)', lines, READ_TIMEOUT_MS);
  if (count === 0) refuseList('it has no rows, so it would leave everybody out');
  proofs?.assertAll();
  const isProven = proofs !== null && proofs.rows === count;
  return { rows: count, hasIndex: seen.indexed > 0, provenRoot: isProven ? proofs.root : null };
}

async function* linesOf(
  rows: ListRows,
  tree: ListTree | null,
  proofs: PublishedProofs | null,
  seen: { indexed: number },
): AsyncGenerator<string> {
  const leafOf = tree === null ? null : leafMaker(tree);
  let [text, held] = ['', 0];
  for await (const row of rows) {
    const leaf = leafOf === null ? null : leafOf(row);
    const { line, proof = null } = row;
    if (leaf !== null && proof !== null) proofs?.follow(line, leaf, proof);
    if ((row.index ?? null) !== null) seen.indexed++;
    text += lineOf(row, leaf, tree?.isPart === true ? proof : null);
    if (++held < ROWS_AT_ONCE) continue;
    yield text;
    [text, held] = ['', 0];
  }
  if (held > 0) yield text;
}

/** Of COPY's text format. Put together by hand: of these values only the breakdown can hold what must be escaped. */
function lineOf(row: ListRow, leaf: Uint8Array | null, proof: readonly Uint8Array[] | null): string {
  const { line, wallet, amount, index = null, breakdown = [] } = row;
  const start = `${line}\t${hexOf(wallet)}\t${amount}\t`;
  const end = `${leaf === null ? '\\N' : hexOf(leaf)}\t${proof === null ? '\\N' : hexOf(Buffer.concat(proof))}\n`;
  if (breakdown.length === 0) return `${start}${index ?? '\\N'}\t\\N\t${end}`;
  const parts = breakdown.map(({ reason, amount: part }) => ({ reason, amount: part.toString() }));
  return `${start}${index ?? '\\N'}\t${copyLine([JSON.stringify(parts)]).slice(0, -1)}\t${end}`;
}

/** Longest that is written by way of it: wallets and hashes. */
const scratch = Buffer.alloc(64);

/** By way of one buffer: to make one of small bytes moves them off the heap, which costs more than all the rest. */
function hexOf(bytes: Uint8Array): string {
  if (bytes.length > scratch.length) return `\\\\x${Buffer.from(bytes).toString('hex')}`;
  scratch.set(bytes);
  return `\\\\x${scratch.toString('hex', 0, bytes.length)}`;
}
