import type { SnapshotEnd } from '@droptrack/contracts';
import { InvalidAnswerError, SnapshotTruncatedError } from '../errors';
import { joined, Sha256 } from '../sha256';

/** No line of a snapshot is anywhere near as long; what is comes from somewhere else. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** How the end line begins; no row has such a member. */
const END_MARK = '{"_end":';

/** Cuts the bytes of a snapshot into lines, and holds them against the end line. */
export class LineReader {
  readonly #hash = new Sha256();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The begin of a line whose end has yet to come. */
  #rest = new Uint8Array(0);
  #rows = 0;
  #isWhole = false;

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether the end line has come, and was right. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * Takes the next bytes.
   *
   * @returns the rows that are whole now, each without its line end.
   * @throws {SnapshotTruncatedError} when the end line counts or sums other rows.
   * @throws {InvalidAnswerError} for what no snapshot is.
   */
  push(chunk: Uint8Array): string[] {
    const bytes = joined(this.#rest, chunk);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#rest = bytes.slice(end);
    if (this.#rest.length > LINE_BYTES_MAX) throw new InvalidAnswerError('The snapshot is not made of lines');
    if (end === 0) return [];
    const lastAt = bytes.subarray(0, end - 1).lastIndexOf(LINE_FEED) + 1;
    const last = this.#text(bytes.subarray(lastAt, end - 1));
    const hasEnd = last.startsWith(END_MARK);
    const rowBytes = bytes.subarray(0, hasEnd ? lastAt : end);
    this.#hash.update(rowBytes);
    const rows = rowBytes.length === 0 ? [] : this.#text(rowBytes.subarray(0, -1)).split('\n');
    this.#rows += rows.length;
    if (hasEnd) this.#close(last);
    return rows;
  }

  #close(line: string): void {
    const { rows, sha256: sum } = endOf(line);
    const isSame = rows === this.#rows && sum === this.#hash.end();
    if (!isSame || this.#rest.length > 0) {
      throw new SnapshotTruncatedError('The snapshot is not what its end line says', this.#rows, false);
    }
    this.#isWhole = true;
  }

  #text(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new InvalidAnswerError('The snapshot is not UTF-8');
    }
  }
}

function endOf(line: string): Partial<SnapshotEnd['_end']> {
  try {
    return (JSON.parse(line) as SnapshotEnd)._end ?? {};
  } catch {
    throw new InvalidAnswerError('The end line cannot be read');
  }
}
