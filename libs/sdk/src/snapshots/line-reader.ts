import type { SnapshotEnd } from '@droptrack/contracts';
import { InvalidAnswerError, SnapshotTruncatedError } from '../errors';
import { joined, Sha256 } from '../sha256';

/** No line of a snapshot is anywhere near as long; what is comes from somewhere else. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** How the end line begins; no row has such a member. */
const END_MARK = '{"_end":';

/** A row, and its line as it came, without the line end. */
export interface SnapshotLine<T> {
  /** What the line says. */
  readonly row: T;
  /** The line as it came, without its end. */
  readonly text: string;
}

/** Cuts the bytes of a snapshot into rows, and holds them against the end line. */
export class LineReader<T> {
  /** Rows so far. */
  rows = 0;
  /** Whether the end line has come, and was right. */
  isWhole = false;
  readonly #sum = new Sha256();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The begin of a line whose end has yet to come. */
  #rest: Uint8Array = new Uint8Array(0);

  /**
   * Takes the next bytes.
   *
   * @returns the rows that are whole now.
   * @throws {SnapshotTruncatedError} when the end line counts or sums other rows.
   * @throws {InvalidAnswerError} for what no snapshot is.
   */
  push(chunk: Uint8Array): SnapshotLine<T>[] {
    const bytes = joined(this.#rest, chunk);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#rest = bytes.slice(end);
    if (this.#rest.length > LINE_BYTES_MAX) throw notRows();
    const lastAt = bytes.subarray(0, end).lastIndexOf(LINE_FEED, -2) + 1;
    try {
      const last = this.#decoder.decode(bytes.subarray(lastAt, end));
      const isEnd = last.startsWith(END_MARK);
      const rowBytes = bytes.subarray(0, isEnd ? lastAt : end);
      this.#sum.update(rowBytes);
      const texts = this.#decoder.decode(rowBytes).split('\n').slice(0, -1);
      const lines = texts.map((text): SnapshotLine<T> => ({ row: JSON.parse(text), text }));
      this.rows += lines.length;
      if (isEnd) this.#close(JSON.parse(last));
      return lines;
    } catch (error) {
      throw error instanceof SnapshotTruncatedError ? error : notRows();
    }
  }

  #close({ _end: { rows, sha256 } }: SnapshotEnd): void {
    this.isWhole = rows === this.rows && sha256 === this.#sum.end() && this.#rest.length === 0;
    if (!this.isWhole) {
      throw new SnapshotTruncatedError('The snapshot is not what its end line says', this.rows, false);
    }
  }
}

const notRows = (): InvalidAnswerError => new InvalidAnswerError('The answer is not made of rows');
