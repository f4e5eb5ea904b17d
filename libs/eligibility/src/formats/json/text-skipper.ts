const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
/** `skipped`: within the text that is skipped; `done`: after it. */
type State = 'outside' | 'text' | 'skipped' | 'done';

const EMPTY_TEXT = Uint8Array.of(QUOTE, QUOTE);

/**
 * Replaces the text of one member of a JSON document by an empty one, before the document is parsed: the parser buffers each
 * text, and this one can be larger than memory. Everything else passes unchanged, also invalid JSON, which the parser rejects.
 */
export class TextSkipper {
  readonly #name: Uint8Array;
  #depth = 0;
  #state: State = 'outside';
  #isEscaped = false;
  /** Number of bytes of the current text at depth 1 that match the name; -1 after another byte. */
  #matched = -1;
  /** True after the name; the next text at depth 1 is that of the member. */
  #isMember = false;

  /** @param name - ASCII, of a member of the outermost object, in the file without escapes. */
  constructor(name: string) {
    this.#name = new TextEncoder().encode(name);
  }

  /** Parts of the bytes, in order. They share the memory of the input. */
  withoutText(bytes: Uint8Array): readonly Uint8Array[] {
    if (this.#state === 'done') return [bytes];
    const pieces: Uint8Array[] = [];
    let start = this.#state === 'skipped' ? bytes.length : 0;
    for (let at = 0; at < bytes.length; at++) {
      const before: State = this.#state;
      this.#state = before === 'outside' ? this.#outside(bytes[at] ?? 0) : this.#within(bytes[at] ?? 0, before);
      if (this.#state === before) continue;
      if (this.#state === 'skipped') {
        pieces.push(bytes.subarray(start, at), EMPTY_TEXT);
        start = bytes.length;
      } else if (this.#state === 'done') {
        start = at + 1;
        break;
      }
    }
    if (start < bytes.length) pieces.push(bytes.subarray(start));
    return pieces;
  }

  #within(byte: number, state: State): State {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) return state === 'skipped' ? 'done' : 'outside';
    if (this.#matched >= 0) this.#matched = byte === this.#name[this.#matched] ? this.#matched + 1 : -1;
    return state;
  }

  #outside(byte: number): State {
    const isTop = this.#depth === 1;
    if (byte === QUOTE) {
      const isSkipped = isTop && this.#isMember;
      this.#matched = isTop && !isSkipped ? 0 : -1;
      return isSkipped ? 'skipped' : 'text';
    }
    if (OPENING.has(byte)) this.#depth++;
    else if (CLOSING.has(byte)) this.#depth--;
    else if (isTop && byte === COLON) this.#isMember = this.#matched === this.#name.length;
    else if (isTop && byte === COMMA) {
      this.#isMember = false;
      this.#matched = -1;
    }
    return 'outside';
  }
}
