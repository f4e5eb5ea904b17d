import type { Transaction } from '../database/database';
import { refuseList } from './errors';
import type { ListRows, ListTree } from './list-row';
import { StageLines } from './stage-lines';

/** What the rows of a list have, beside wallets and amounts. */
export interface StagedRows {
  /** How many there are, those of the same wallet counted apart. */
  readonly rows: number;
  readonly hasIndex: boolean;
  /** Each claim index is above the one before it, so that no two are the same: true without any. */
  readonly isIndexRising: boolean;
  /** Root to which all published proofs lead, 0x and 64 hex digits; null where no row has one, or no tree was given. */
  readonly provenRoot: string | null;
  /** Number of rows that have a published proof. */
  readonly provenRows: number;
}

/** Longest that reading a list may take: ten million rows need some minutes, and files may come through a slow pipe. */
export const READ_TIMEOUT_MS = 3_600_000;

/**
 * The columns of `list_stage`. `size`, what the amount is about, is reckoned while rows come in, when the database has
 * time: the pass that needs it for all of them would take twice as long.
 */
const STAGE = `
  line bigint NOT NULL, size double precision GENERATED ALWAYS AS (amount::double precision) STORED,
  wallet bytea NOT NULL, amount numeric(78, 0) NOT NULL, index numeric(78, 0), breakdown jsonb, leaf bytea, proof bytea,
  position integer`;

/**
 * Brings rows as they come into `list_stage`, each with the hash of its leaf where the list has a tree; for the time
 * of the transaction. Their `position` in the tree is known once that is built.
 *
 * The table is temporary: nobody else needs it, so it is not logged, and the database forgets it by itself.
 *
 * @throws {ListRefusedError} when there are none, or the tree cannot hold one; and what `rows` throws.
 */
export async function stageRows(sql: Transaction, rows: ListRows, tree: ListTree | null): Promise<StagedRows> {
  await sql.query(`CREATE TEMPORARY TABLE list_stage (${STAGE}) ON COMMIT DROP`);
  const lines = new StageLines(tree);
  const { proofs } = lines;
  const statement = 'COPY list_stage (line, wallet, amount, index, breakdown, leaf, proof) FROM STDIN (FREEZE)';
  const count = await sql.copy(statement, lines.of(rows), READ_TIMEOUT_MS);
  if (count === 0) refuseList('it has no rows, so it would leave everybody out');
  proofs?.assertAll();
  const provenRoot = proofs === null || proofs.rows === 0 ? null : proofs.root;
  const { hasIndex, isIndexRising } = lines;
  return { rows: count, hasIndex, isIndexRising, provenRoot, provenRows: proofs?.rows ?? 0 };
}
