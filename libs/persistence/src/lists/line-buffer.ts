/** Bytes around a field: `\\x` before it, a tab after it. */
const AROUND_BYTES = 4;
/** Bytes that are sent at once: a packet for each row would cost more than the row. */
const PIECE_BYTES = 65_536;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;
const SMALL_X = 0x78;
const CAPITAL_N = 0x4e;

/** The two hex digits of each byte, as character codes. */
const HIGH = Uint8Array.from({ length: 256 }, (_, byte) => (byte >> 4).toString(16).charCodeAt(0));
const LOW = Uint8Array.from({ length: 256 }, (_, byte) => (byte & 15).toString(16).charCodeAt(0));

/**
 * Writes lines of COPY's text format into one buffer, field by field. Concatenated strings would double the work of the
 * garbage collector in a load of a million rows.
 */
export class LineBuffer {
  #bytes = Buffer.allocUnsafe(PIECE_BYTES);
  #end = 0;

  /** A decimal number. Copies the few digits itself, which is faster than a call of `Buffer.write`. */
  number(value: number | bigint): void {
    const digits = value.toString();
    this.#reserve(digits.length);
    const into = this.#bytes;
    let at = this.#end;
    for (let i = 0; i < digits.length; i++) into[at++] = digits.charCodeAt(i);
    this.#end = at;
    this.#close(false);
  }

  /** Text without characters that COPY requires to be escaped. */
  text(text: string): void {
    // UTF-8 has at most three bytes per UTF-16 code unit.
    this.#reserve(3 * text.length);
    this.#end += this.#bytes.write(text, this.#end);
    this.#close(false);
  }

  /**
   * Bytes as `\\x` and hex digits; NULL for null.
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

  /** True once there are enough lines to be sent. */
  get isFull(): boolean {
    return this.#end >= PIECE_BYTES;
  }

  /** Lines that were written since the last call. */
  take(): Uint8Array {
    const lines = this.#bytes.subarray(0, this.#end);
    // They are sent while the next ones are written.
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#end = 0;
    return lines;
  }

  #close(isLast: boolean): void {
    this.#bytes[this.#end++] = isLast ? LINE_FEED : TAB;
  }

  /** Ensures space for a field of so many bytes. */
  #reserve(bytes: number): void {
    const needed = this.#end + bytes + AROUND_BYTES;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
