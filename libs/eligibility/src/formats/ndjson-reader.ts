import type { RawEntry } from './entry-reader';
import { type EntryViolation, UnreadableListError } from './errors';
import { InvalidJsonError, JsonReader } from './json/json-reader';
import type { JsonValue } from './json/json-value';
import type { ListReader } from './list-reader';

const LINE_BYTES_MAX = 1_048_576;
const NEWLINE = 0x0a;
const LINE_END = Uint8Array.of(NEWLINE);
/** Characters of an empty line. */
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09, 0x0d, NEWLINE];

/** Reads one object per line. Another line is an error, and reading continues with the next one. */
export class NdjsonReader implements ListReader {
  line = 0;
  /** Number of values in this line. */
  #values = 0;
  /** Chunks of an incomplete line. */
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #json = this.#reader();

  constructor(
    private readonly record: (value: JsonValue, line: number) => RawEntry,
    private readonly onEntry: (raw: RawEntry, line: number) => void,
    private readonly violation: (violation: EntryViolation) => void,
  ) {}

  write(bytes: Uint8Array): void {
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
      this.#endLine(bytes.subarray(start, at + 1));
      start = at + 1;
    }
    const rest = bytes.subarray(start);
    this.#pieceBytes += rest.length;
    if (this.#pieceBytes > LINE_BYTES_MAX)
      throw new UnreadableListError(this.line + 1, 'the line is longer than 1 MiB');
    // Copied, because the caller may reuse its buffer.
    if (rest.length > 0) this.#pieces.push(rest.slice());
  }

  end(): void {
    if (this.#pieceBytes > 0) this.#endLine(LINE_END);
  }

  /** @param last - the line or its remainder, with its line break. */
  #endLine(last: Uint8Array): void {
    this.line++;
    const pieces = [...this.#pieces, last];
    this.#pieces = [];
    this.#pieceBytes = 0;
    if (pieces.every((piece) => piece.every((byte) => BLANKS.includes(byte)))) return;
    this.#values = 0;
    const message = this.#messageOf(pieces);
    if (message === null) return;
    this.violation({ line: this.line, message });
    this.#json = this.#reader();
  }

  /** Error of a line; null for a valid one. */
  #messageOf(pieces: readonly Uint8Array[]): string | null {
    try {
      for (const piece of pieces) this.#json.write(piece);
    } catch (error) {
      if (error instanceof InvalidJsonError) return error.message;
      throw error;
    }
    if (this.#json.isWithin) return 'the object does not end on its line';
    return this.#values > 1 ? 'the line holds more than one object' : null;
  }

  #reader(): JsonReader {
    const take = (value: JsonValue): void => {
      if (++this.#values === 1) this.onEntry(this.record(value, this.line), this.line);
    };
    return new JsonReader({ choose: () => 'take', take: (_path, value) => take(value) }, true);
  }
}
