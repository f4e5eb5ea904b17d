import { copyLine } from '../database/copy';
import { leafMaker } from './leaf';
import { LineBuffer } from './line-buffer';
import type { ListRow, ListRows, ListTree } from './list-row';
import { PublishedProofs } from './published-proofs';

/** Rows that are handed on together, of those that come one by one. */
const ROWS_AT_ONCE = 256;

/** Writes the rows of a list as lines for `list_stage`, of COPY's text format, and notes what it sees of them. */
export class StageLines {
  /** Null without a tree. */
  readonly proofs: PublishedProofs | null;
  readonly #leafOf: ReturnType<typeof leafMaker> | null;
  /** Of a list that is not a part, proofs follow from its tree. */
  readonly #keepsProofs: boolean;
  readonly #lines = new LineBuffer();
  /** Of the row before that had one; none is below 0. */
  #index = -1n;
  #isIndexRising = true;

  constructor(tree: ListTree | null) {
    this.proofs = tree === null ? null : new PublishedProofs(tree);
    this.#leafOf = tree === null ? null : leafMaker(tree);
    this.#keepsProofs = tree?.isPart === true;
  }

  /** Whether some row had a claim index. */
  get hasIndex(): boolean {
    return this.#index !== -1n;
  }

  /** Whether each claim index was above the one before it. */
  get isIndexRising(): boolean {
    return this.#isIndexRising;
  }

  /** @throws {ListRefusedError} when the tree cannot hold one; and what `rows` throws. */
  async *of(rows: ListRows): AsyncGenerator<string> {
    for await (const batch of batchesOf(rows)) {
      for (const row of batch) this.#write(row);
      yield this.#lines.take();
    }
  }

  #write(row: ListRow): void {
    const leaf = this.#leafOf === null ? null : this.#leafOf(row);
    const { line, wallet, amount, index = null, breakdown = [], proof = null } = row;
    if (leaf !== null && proof !== null) this.proofs?.follow(line, leaf, proof);
    const lines = this.#lines;
    lines.number(line);
    lines.hex(wallet);
    lines.number(amount);
    if (index === null) lines.null();
    else {
      if (index <= this.#index) this.#isIndexRising = false;
      this.#index = index;
      lines.number(index);
    }
    if (breakdown.length === 0) lines.null();
    else lines.text(partsOf(breakdown));
    lines.hex(leaf);
    lines.hex(this.#keepsProofs && proof !== null ? Buffer.concat(proof) : null, true);
  }
}

function batchesOf(rows: ListRows): Iterable<readonly ListRow[]> | AsyncIterable<readonly ListRow[]> {
  return Symbol.asyncIterator in rows ? rows : gathered(rows);
}

function* gathered(rows: Iterable<ListRow>): Generator<readonly ListRow[]> {
  let batch: ListRow[] = [];
  for (const row of rows) {
    if (batch.push(row) < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** JSON, with what COPY would take for something else escaped: of all values of a row only this one can hold any. */
function partsOf(breakdown: NonNullable<ListRow['breakdown']>): string {
  const parts = breakdown.map(({ reason, amount }) => ({ reason, amount: amount.toString() }));
  return copyLine([JSON.stringify(parts)]).slice(0, -1);
}
