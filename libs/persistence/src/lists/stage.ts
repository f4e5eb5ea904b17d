import type { Padding } from '@droptrack/eligibility';
import { copyLine } from '../database/copy';
import type { Transaction } from '../database/database';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError, rejectList } from './errors';
import { leafMaker } from './leaf';
import { LineBuffer } from './line-buffer';
import type { ListRow, ListRows, ListTree } from './list-row';
import { PublishedProofs } from './published-proofs';

/** Facts of staged rows, beside wallets and amounts. */
export interface StagedRows {
  /** Number of rows, duplicates included. */
  readonly rows: number;
  readonly hasIndex: boolean;
  /** Each row has the token of its amount, so that a wallet has an entry per token. */
  readonly hasTokens: boolean;
  /** Each claim index is above the one before it, so that all are distinct; true without any. */
  readonly isIndexRising: boolean;
  /** Root to which all published proofs lead, 0x and 64 hex digits; null where no row has one, or no tree was given. */
  readonly provenRoot: string | null;
  /** Number of rows whose published proof was verified. */
  readonly provenRows: number;
  /** Padding of the tree, as the verified proofs show; null without. */
  readonly padding: Padding | null;
  /** Number of rows whose published proof is in `list_stage`: of a part, or of positional pairs. */
  readonly keptProofs: number;
}

/** Maximum time to read a list: ten million rows need some minutes, and files may come through a slow pipe. */
export const READ_TIMEOUT_MS = 3_600_000;

/**
 * Columns of `list_stage`. `size`, the approximate amount, is computed while rows arrive, when the database has time:
 * computing it in the scan that needs it would double the time of the scan.
 */
const STAGE = `
  line bigint NOT NULL, size double precision GENERATED ALWAYS AS (amount::double precision) STORED,
  wallet bytea NOT NULL, token text, amount numeric(78, 0) NOT NULL, index numeric(78, 0), breakdown jsonb, fields jsonb, leaf bytea,
  proof bytea, position integer`;

/**
 * Copies rows into `list_stage`, a temporary table of the transaction, each with the hash of its leaf where the list has a
 * tree. Their `position` in the tree is set when the tree is built.
 *
 * @throws {ListRejectedError} when there are none, or the tree cannot hold one; and what `rows` throws.
 */
export async function stageRows(sql: Transaction, rows: ListRows, tree: ListTree | null): Promise<StagedRows> {
  await sql.query(`CREATE TEMPORARY TABLE list_stage (${STAGE}) ON COMMIT DROP`);
  const lines = new StageLines(tree);
  const { proofs } = lines;
  const statement =
    'COPY list_stage (line, wallet, token, amount, index, breakdown, fields, leaf, proof) FROM STDIN (FREEZE)';
  const count = await sql.copy(statement, lines.of(rows), READ_TIMEOUT_MS);
  if (count === 0) rejectList('it has no rows, so no wallet would be eligible');
  lines.assertLeaves();
  proofs?.assertAll();
  const provenRoot = proofs === null || proofs.rows === 0 ? null : proofs.root;
  const { hasIndex, hasTokens, isIndexRising, keptProofs } = lines;
  const [provenRows, padding] = [proofs?.rows ?? 0, proofs?.padding ?? null];
  if (hasTokens && lines.tokens < count)
    rejectList('some of its rows have the token of their amount, and others have none');
  return { rows: count, hasIndex, hasTokens, isIndexRising, provenRoot, provenRows, padding, keptProofs };
}

/** Batch size for rows that come one by one. */
const ROWS_AT_ONCE = 256;

/** Writes the rows of a list as lines of COPY's text format, and collects their facts. */
class StageLines {
  /** Null without a tree. */
  readonly proofs: PublishedProofs | null;
  readonly #leafOf: ReturnType<typeof leafMaker> | null;
  /** For a part, which stores them, and for positional pairs, whose proofs are verified when the tree is built. */
  readonly #keepsProofs: boolean;
  #keptProofs = 0;
  readonly #lines = new LineBuffer();
  /** Number of rows with a token. */
  tokens = 0;
  /** Last claim index; -1 before the first. */
  #index = -1n;
  #isIndexRising = true;
  readonly #violations: ListViolation[] = [];
  #violationsTotal = 0;

  constructor(tree: ListTree | null) {
    // Published proofs do not state the sides of their hashes.
    const isPositional = tree?.shape?.pairs === 'positional';
    this.proofs = tree === null || isPositional ? null : new PublishedProofs(tree);
    this.#leafOf = tree === null ? null : leafMaker(tree);
    this.#keepsProofs = tree?.isPart === true || isPositional;
  }

  /** Number of rows whose published proof is in `list_stage`. */
  get keptProofs(): number {
    return this.#keptProofs;
  }

  /** True when a row had a token. */
  get hasTokens(): boolean {
    return this.tokens > 0;
  }

  /** True when a row had a claim index. */
  get hasIndex(): boolean {
    return this.#index !== -1n;
  }

  /** True while each claim index was above the one before it. */
  get isIndexRising(): boolean {
    return this.#isIndexRising;
  }

  /** @throws {ListRejectedError} with each row that the tree cannot hold. */
  assertLeaves(): void {
    if (this.#violationsTotal > 0) throw new ListRejectedError(this.#violations, this.#violationsTotal);
  }

  /** @throws what `rows` throws. */
  async *of(rows: ListRows): AsyncGenerator<Uint8Array> {
    for await (const batch of batchesOf(rows)) {
      for (const row of batch) this.#write(row);
      if (this.#lines.isFull) yield this.#lines.take();
    }
    yield this.#lines.take();
  }

  /** Hash of the leaf of a row; null without a tree, and for a row that it cannot hold. */
  #leaf(row: ListRow): Uint8Array | null {
    try {
      return this.#leafOf === null ? null : this.#leafOf(row);
    } catch (error) {
      if (!(error instanceof ListRejectedError)) throw error;
      this.#violationsTotal += error.total;
      if (this.#violations.length < LIST_VIOLATIONS_MAX) this.#violations.push(...error.violations);
      return null;
    }
  }

  #write(row: ListRow): void {
    const leaf = this.#leaf(row);
    const { line, wallet, amount, index = null, breakdown = [], fields = [], token, proof = null } = row;
    if (leaf !== null && proof !== null) this.proofs?.follow(line, leaf, proof);
    const lines = this.#lines;
    lines.number(line);
    lines.hex(wallet);
    if (token === undefined) lines.null();
    else {
      this.tokens++;
      lines.text(token);
    }
    lines.number(amount);
    if (index === null) lines.null();
    else {
      if (index <= this.#index) this.#isIndexRising = false;
      this.#index = index;
      lines.number(index);
    }
    if (breakdown.length === 0) lines.null();
    else lines.text(partsOf(breakdown));
    if (fields.length === 0) lines.null();
    else lines.text(jsonText(fields));
    lines.hex(leaf);
    const kept = this.#keepsProofs ? proof : null;
    if (kept !== null) this.#keptProofs++;
    lines.hex(kept === null ? null : Buffer.concat(kept), true);
  }
}

function batchesOf(rows: ListRows): Iterable<readonly ListRow[]> | AsyncIterable<readonly ListRow[]> {
  return Symbol.asyncIterator in rows ? rows : inBatches(rows);
}

function* inBatches(rows: Iterable<ListRow>): Generator<readonly ListRow[]> {
  let batch: ListRow[] = [];
  for (const row of rows) {
    if (batch.push(row) < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function partsOf(breakdown: NonNullable<ListRow['breakdown']>): string {
  const parts = breakdown.map(({ reason, amount }) => ({ reason, amount: amount.toString() }));
  return jsonText(parts);
}

/** JSON, escaped for COPY: no other value of a row can need it. */
const jsonText = (value: unknown): string => copyLine([JSON.stringify(value)]).slice(0, -1);
