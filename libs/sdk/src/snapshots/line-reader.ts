import type { SnapshotEnd } from '@droptrack/contracts';
import { Sha256 } from '@droptrack/sha256';
import { InvalidAnswerError } from '../errors';
import { SnapshotTruncatedError } from './snapshot-truncated-error';

/** Maximum length of a line. Lines of a snapshot are far shorter, so a longer line is not from the API. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** Start of the end line. No row has a member with this name. */
const END_MARK = '{"_end":';

/** Row of a snapshot with its original line. */
export interface SnapshotLine<T> {
  /** Parsed row. */
  readonly row: T;
  /** Original line without its line feed. */
  readonly text: string;
}

/** Splits the bytes of a snapshot into rows, and verifies them against the end line. */
export class LineReader<T> {
  /** Number of rows so far. */
  rows = 0;
  /** True after an end line that matches the rows. */
  isComplete = false;
  readonly #checksum = new Sha256();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Start of a line whose end has not been received yet. */
  #rest: Uint8Array = new Uint8Array(0);

  /**
   * Adds a chunk.
   *
   * @returns the rows that it completes.
   * @throws {@link SnapshotTruncatedError} when row count or checksum of the end line do not match.
   * @throws {@link InvalidAnswerError} for bytes that are not a snapshot.
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
      this.#checksum.update(rowBytes);
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
    this.isComplete = rows === this.rows && sha256 === hexOf(this.#checksum.digest()) && this.#rest.length === 0;
    if (!this.isComplete) {
      throw new SnapshotTruncatedError('The rows do not match the end line of the snapshot', this.rows, false);
    }
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const notRows = (): InvalidAnswerError => new InvalidAnswerError('The response does not consist of rows');
