import { copyLine } from '../database/copy';
import { leafMaker } from './leaf';
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
  #hasIndex = false;

  constructor(tree: ListTree | null) {
    this.proofs = tree === null ? null : new PublishedProofs(tree);
    this.#leafOf = tree === null ? null : leafMaker(tree);
    this.#keepsProofs = tree?.isPart === true;
  }

  /** Whether some row had a claim index. */
  get hasIndex(): boolean {
    return this.#hasIndex;
  }

  /** @throws {ListRefusedError} when the tree cannot hold one; and what `rows` throws. */
  async *of(rows: ListRows): AsyncGenerator<string> {
    for await (const batch of batchesOf(rows)) {
      let text = '';
      for (const row of batch) text += this.#line(row);
      yield text;
    }
  }

  #line(row: ListRow): string {
    const leaf = this.#leafOf === null ? null : this.#leafOf(row);
    const { line, index = null, proof = null } = row;
    if (leaf !== null && proof !== null) this.proofs?.follow(line, leaf, proof);
    if (index !== null) this.#hasIndex = true;
    return lineOf(row, leaf, this.#keepsProofs ? proof : null);
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

/** Put together by hand: of these values only the breakdown can hold what must be escaped. */
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
