import { TextDecoder } from 'node:util';

/** Maximum length of a line in bytes; a reading has some two hundred. */
const LINE_BYTES_MAX = 4_096;

/** One line of a text, or the reason why it cannot be read. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Text without the line end; null if it cannot be read. */
  readonly text: string | null;
  /** Reason why it cannot be read; empty if it can. */
  readonly fault: string;
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = '\ufeff';
const BLANK = /^\s*$/;
const NOTHING = new Uint8Array();

/**
 * Lines of UTF-8 text, in constant memory: a line that is too long is skipped. Lines end with LF or CR LF; a byte order
 * mark and blank lines are dropped.
 *
 * Lines are yielded in one batch per chunk: yielding each line alone would cost more than parsing it.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const splitter = new LineSplitter();
  for await (const chunk of bytes) yield splitter.split(chunk);
  yield splitter.end();
}

class LineSplitter {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #number = 0;
  #rest: Uint8Array = NOTHING;
  #isTooLong = false;

  /** Lines that end in a chunk. */
  split(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.#add(lines, joined(this.#rest, chunk.subarray(from, end)));
      this.#rest = NOTHING;
      from = end + 1;
    }
    this.#rest = joined(this.#rest, chunk.subarray(from));
    if (this.#rest.length > LINE_BYTES_MAX) {
      this.#isTooLong = true;
      this.#rest = NOTHING;
    }
    return lines;
  }

  /** Last line, if it does not end with a line feed. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#rest.length > 0 || this.#isTooLong) this.#add(lines, this.#rest);
    return lines;
  }

  #add(lines: Line[], bytes: Uint8Array): void {
    const number = (this.#number += 1);
    const isTooLong = this.#isTooLong || bytes.length > LINE_BYTES_MAX;
    this.#isTooLong = false;
    const text = isTooLong ? null : decode(this.#decoder, bytes);
    if (text === null) {
      lines.push({ number, text, fault: isTooLong ? `is longer than ${LINE_BYTES_MAX} bytes` : 'is not UTF-8 text' });
      return;
    }
    const read = number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    if (!BLANK.test(read)) lines.push({ number, text: read, fault: '' });
  }
}

function joined(rest: Uint8Array, more: Uint8Array): Uint8Array {
  return rest.length === 0 ? more : Buffer.concat([rest, more]);
}

function decode(decoder: TextDecoder, line: Uint8Array): string | null {
  try {
    return decoder.decode(line.at(-1) === CR ? line.subarray(0, -1) : line);
  } catch {
    return null;
  }
}
