/** What stands around a field: `\\x` before it, a tab after it. */
const AROUND_BYTES = 4;
const START_BYTES = 65_536;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;
const SMALL_X = 0x78;
const CAPITAL_N = 0x4e;

/** The two hex digits of each byte, as character codes. */
const HIGH = Uint8Array.from({ length: 256 }, (_, byte) => (byte >> 4).toString(16).charCodeAt(0));
const LOW = Uint8Array.from({ length: 256 }, (_, byte) => (byte & 15).toString(16).charCodeAt(0));

/**
 * Writes lines of COPY's text format into one buffer, field by field. Of a million rows the pieces of text that they
 * would be put together from are half of what the garbage collector has to do.
 */
export class LineBuffer {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #end = 0;

  /** A number as it is written: of so few characters it takes longer to call what would copy them. */
  number(value: number | bigint): void {
    const digits = value.toString();
    this.#reserve(digits.length);
    const into = this.#bytes;
    let at = this.#end;
    for (let i = 0; i < digits.length; i++) into[at++] = digits.charCodeAt(i);
    this.#end = at;
    this.#close(false);
  }

  /** Text in which nothing must be escaped. */
  text(text: string): void {
    // A character has at most three bytes for each of its units.
    this.#reserve(3 * text.length);
    this.#end += this.#bytes.write(text, this.#end);
    this.#close(false);
  }

  /**
   * Bytes as COPY reads them, `\\x` and hex digits; NULL for null.
   *
   * @param isLast - ends the line.
   */
  hex(bytes: Uint8Array | null, isLast = false): void {
    if (bytes === null) return this.null(isLast);
    this.#reserve(2 * bytes.length);
    const into = this.#bytes;
    let at = this.#end;
    into[at++] = BACKSLASH;
    into[at++] = BACKSLASH;
    into[at++] = SMALL_X;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      into[at++] = HIGH[byte] ?? 0;
      into[at++] = LOW[byte] ?? 0;
    }
    this.#end = at;
    this.#close(isLast);
  }

  /** @param isLast - ends the line. */
  null(isLast = false): void {
    this.#reserve(2);
    this.#bytes[this.#end++] = BACKSLASH;
    this.#bytes[this.#end++] = CAPITAL_N;
    this.#close(isLast);
  }

  /** What was written since it was last taken. */
  take(): string {
    const text = this.#bytes.toString('utf8', 0, this.#end);
    this.#end = 0;
    return text;
  }

  #close(isLast: boolean): void {
    this.#bytes[this.#end++] = isLast ? LINE_FEED : TAB;
  }

  /** Room for so many bytes, and for what stands around them. */
  #reserve(bytes: number): void {
    const needed = this.#end + bytes + AROUND_BYTES;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
