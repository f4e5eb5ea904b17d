import { Tokenizer, TokenizerError, TokenType } from '@streamparser/json';
import { JsonFaultError } from './json-fault';
import type { JsonPath, JsonValue } from './json-value';

/** What to do with a value that begins: read what is in it one by one, make a value of it, or pass over it. */
export type JsonChoice = 'enter' | 'take' | 'skip';

/** Picks values out of a document that is larger than memory. Paths hold for the length of a call only. */
export interface JsonPicker {
  /** Asked of the document, and of every value in one that was entered. */
  choose(path: JsonPath): JsonChoice;
  /** Called with every value to be taken, and with what should have been entered and is neither object nor array. */
  take(path: JsonPath, value: JsonValue): void;
}

/** Longest text within a document, in bytes; a file made to fill the memory has longer ones. */
const TEXT_BYTES_MAX = 1_048_576;
/** Most values that are taken as one. */
const VALUES_MAX = 20_000;
const DEPTH_MAX = 32;
/** Texts up to this are gathered without being joined. */
const BUFFER_BYTES = 4_096;

type Expected = 'value' | 'value_or_end' | 'name' | 'name_or_end' | 'colon' | 'comma_or_end' | 'nothing';

/** An object or array that is open. */
interface Frame {
  readonly isArray: boolean;
  readonly choice: JsonChoice;
  /** What was read of it so far, where it is taken. */
  readonly elements: JsonValue[] | null;
  readonly members: Map<string, JsonValue> | null;
  /** Name of the member, or place of the element, that is being read. */
  place: string | number;
}

/**
 * Reads JSON as its bytes come in. Keeps nothing but the value that is being taken, so memory does not grow with the
 * document. Strict: what is no JSON, a name that an object has twice, or a text that is no UTF-8, is an error.
 */
export class JsonReader {
  readonly #tokenizer = new Tokenizer({ stringBufferSize: BUFFER_BYTES, numberBufferSize: 256 });
  readonly #frames: Frame[] = [];
  readonly #path: (string | number)[] = [];
  #expected: Expected = 'value';
  #values = 0;
  /** Bytes since the last token. */
  #silentBytes = 0;

  constructor(
    private readonly picker: JsonPicker,
    /** Whether one document may follow another, as in NDJSON. */
    private readonly isMany = false,
  ) {
    Object.assign(this.#tokenizer, { parseNumber: (digits: string) => digits });
    keepMarks(this.#tokenizer);
    this.#tokenizer.onToken = ({ token, value }) => this.#token(token, value);
  }

  /** Whether a document was begun that has not ended. */
  get isWithin(): boolean {
    return this.#frames.length > 0;
  }

  /** @throws {JsonFaultError} and what the picker throws; nothing more can be read then. */
  write(bytes: Uint8Array): void {
    this.#silentBytes += bytes.length;
    try {
      this.#tokenizer.write(bytes);
    } catch (error) {
      throw faultOf(error);
    }
    if (this.#silentBytes > TEXT_BYTES_MAX) throw new JsonFaultError('long_text');
  }

  /** @throws {JsonFaultError} where the document has not ended. */
  end(): void {
    try {
      this.#tokenizer.end();
    } catch (error) {
      throw error instanceof TokenizerError ? new JsonFaultError('cut_off') : error;
    }
    if (this.isWithin || (this.#expected === 'value' && !this.isMany)) throw new JsonFaultError('cut_off');
  }

  #token(token: TokenType, value: unknown): void {
    this.#silentBytes = 0;
    if (token === TokenType.STRING) return this.#text(String(value));
    if (token === TokenType.NUMBER) return this.#scalar(String(value));
    if (token === TokenType.COMMA) return this.#comma();
    if (token === TokenType.COLON) return this.#step('colon', 'value');
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      return this.#open(token === TokenType.LEFT_BRACKET);
    }
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      return this.#close(token === TokenType.RIGHT_BRACKET);
    }
    this.#scalar(token === TokenType.NULL ? null : token === TokenType.TRUE);
  }

  #step(from: Expected, to: Expected): void {
    if (this.#expected !== from) throw new JsonFaultError('syntax');
    this.#expected = to;
  }

  #text(text: string): void {
    if (this.#expected !== 'name' && this.#expected !== 'name_or_end') return this.#scalar(text);
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new JsonFaultError('syntax');
    if (frame.members?.has(text) === true) throw new JsonFaultError('doubled_name');
    frame.place = text;
    this.#expected = 'colon';
  }

  #comma(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new JsonFaultError('syntax');
    this.#step('comma_or_end', frame.isArray ? 'value' : 'name');
    if (typeof frame.place === 'number') frame.place++;
  }

  /** What to do with the value that begins here. */
  #choose(): JsonChoice {
    if (this.#expected !== 'value' && this.#expected !== 'value_or_end') throw new JsonFaultError('syntax');
    const frame = this.#frames.at(-1);
    if (frame?.choice === 'take' && ++this.#values > VALUES_MAX) throw new JsonFaultError('large_value');
    if (frame !== undefined && frame.choice !== 'enter') return frame.choice;
    this.#values = 0;
    if (frame !== undefined) this.#path[this.#frames.length - 1] = frame.place;
    return this.picker.choose(this.#path);
  }

  #open(isArray: boolean): void {
    const choice = this.#choose();
    if (this.#frames.length === DEPTH_MAX) throw new JsonFaultError('deep');
    const isTaken = choice === 'take';
    this.#frames.push({
      isArray,
      choice,
      elements: isTaken && isArray ? [] : null,
      members: isTaken && !isArray ? new Map() : null,
      place: isArray ? 0 : '',
    });
    this.#expected = isArray ? 'value_or_end' : 'name_or_end';
  }

  #close(isArray: boolean): void {
    const frame = this.#frames.pop();
    const isDue = this.#expected === 'comma_or_end' || this.#expected === (isArray ? 'value_or_end' : 'name_or_end');
    if (frame?.isArray !== isArray || !isDue) throw new JsonFaultError('syntax');
    // What was entered has been told piece by piece; its own place leaves the path with it.
    if (frame.choice === 'enter') this.#path.length = this.#frames.length;
    this.#ended(frame.elements ?? frame.members ?? undefined);
  }

  #scalar(value: string | boolean | null): void {
    const choice = this.#choose();
    this.#ended(choice === 'skip' ? undefined : value);
  }

  /** @param value - undefined for what is not kept. */
  #ended(value: JsonValue | undefined): void {
    const frame = this.#frames.at(-1);
    this.#expected = frame !== undefined ? 'comma_or_end' : this.isMany ? 'value' : 'nothing';
    if (value === undefined) return;
    if (frame?.elements) frame.elements.push(value);
    else if (frame?.members) frame.members.set(String(frame.place), value);
    else this.picker.take(this.#path, value);
  }
}

/** The tokenizer's own decoder drops U+FEFF at the beginning of every text, as if each were a file with a byte order mark. */
function keepMarks(tokenizer: Tokenizer): void {
  const { bufferedString } = tokenizer as unknown as { readonly bufferedString: object };
  Object.assign(bufferedString, { decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) });
}

/** The tokenizer's own messages quote what is in the file. */
function faultOf(error: unknown): unknown {
  if (error instanceof TokenizerError) return new JsonFaultError('syntax');
  // What the decoder of texts throws; by its words, for it may be another realm's TypeError.
  return /^TypeError.*(?:encod|utf)/i.test(String(error)) ? new JsonFaultError('not_utf8') : error;
}
