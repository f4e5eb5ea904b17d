import { type JsonPicker, JsonReader, TEXT_BYTES_MAX } from './json-reader';
import { elementsOf, type JsonValue, membersOf } from './json-value';
import { parsePlain } from './parse-plain';

/** Maximum size of a document that is parsed at once. No text in it can exceed the limit of texts. */
const SMALL_BYTES = TEXT_BYTES_MAX;
/** For whole documents: decoding a stream takes twice as long. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parser of one JSON document with the results and errors of {@link JsonReader}. It holds a document of at most
 * {@link SMALL_BYTES}, and parses it at its end by {@link parsePlain}, where that is possible.
 */
export class JsonDocumentReader {
  readonly #stream: JsonReader;
  /** Document so far; null once it is read as a stream. */
  #held: Uint8Array[] | null = [];
  #heldBytes = 0;

  constructor(private readonly picker: JsonPicker) {
    this.#stream = new JsonReader(picker);
  }

  /** @throws {InvalidJsonError} for invalid JSON, and the errors of the picker. Reading cannot continue afterwards. */
  write(bytes: Uint8Array): void {
    if (this.#held === null) return this.#stream.write(bytes);
    // The caller may use its buffer again.
    this.#held.push(new Uint8Array(bytes));
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > SMALL_BYTES) this.#release(this.#held);
  }

  /** @throws {InvalidJsonError} for an invalid or incomplete document, and the errors of the picker. */
  end(): void {
    if (this.#held !== null) {
      const document = parsed(this.#held);
      if (document !== undefined) return pick(document, this.picker);
      this.#release(this.#held);
    }
    this.#stream.end();
  }

  #release(held: readonly Uint8Array[]): void {
    this.#held = null;
    for (const bytes of held) this.#stream.write(bytes);
  }
}

/** Parses a document at once; undefined for one that the stream must read, because it is invalid or uncommon. */
function parsed(chunks: readonly Uint8Array[]): JsonValue | undefined {
  try {
    return parsePlain(DECODER.decode(joined(chunks)));
  } catch {
    // Not UTF-8: the stream reports where.
    return undefined;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Passes the values of a document to a picker, in the order of the document. */
function pick(value: JsonValue, picker: JsonPicker, path: (string | number)[] = []): void {
  const choice = picker.choose(path);
  const members = choice === 'enter' ? (membersOf(value) ?? elementsOf(value)) : null;
  if (members === null) {
    if (choice !== 'skip') picker.take(path, value);
    return;
  }
  const depth = path.length;
  for (const [place, member] of members.entries()) {
    path[depth] = place;
    pick(member, picker, path);
  }
  path.length = depth;
}
