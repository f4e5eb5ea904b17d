import { Tokenizer, TokenizerError, TokenType } from '@streamparser/json';
import { isAddressName } from '../address-form';
import type { JsonPath, JsonValue } from './json-value';

/** Handling of a value: enter it and read its members, take it as a whole, or skip it. */
export type JsonChoice = 'enter' | 'take' | 'skip';

/** Selects values of a document that is larger than memory. Paths are valid only during a call. */
export interface JsonPicker {
  /** Called for the document, and for every value within an entered one. */
  choose(path: JsonPath): JsonChoice;
  /** Called with every taken value, and with an entered value that is neither an object nor an array. */
  take(path: JsonPath, value: JsonValue): void;
}

/** Maximum length of a text in a document, in bytes; bounds the memory for malicious files. */
const TEXT_BYTES_MAX = 1_048_576;
/** Maximum number of values in a taken value. */
const VALUES_MAX = 20_000;
const DEPTH_MAX = 32;
/** Maximum number of names of an entered object that are kept; one with more is a map. */
const NAMES_MAX = 1_000;
/** Maximum length of texts that are buffered without concatenation. */
const BUFFER_BYTES = 4_096;

type Expected = 'value' | 'value_or_end' | 'name' | 'name_or_end' | 'colon' | 'comma_or_end' | 'nothing';

/** Open object or array. */
interface Frame {
  readonly isArray: boolean;
  readonly choice: JsonChoice;
  /** Members or elements so far, if it is taken. */
  readonly elements: JsonValue[] | null;
  readonly members: Map<string, JsonValue> | null;
  /** First names of an entered object, without wallets: a wallet that is listed twice is a duplicate row. */
  readonly names: Set<string> | null;
  /** Name of the current member, or index of the current element. */
  place: string | number;
}

/**
 * Streaming JSON parser. It keeps only the value that is being taken, so memory is independent of the size of the document.
 * It is strict: invalid JSON, invalid UTF-8 and duplicate names in an object are errors. In entered objects only the first
 * thousand names are compared, and wallets are not.
 */
export class JsonReader {
  readonly #tokenizer = new Tokenizer({ stringBufferSize: BUFFER_BYTES, numberBufferSize: 256 });
  readonly #frames: Frame[] = [];
  readonly #path: (string | number)[] = [];
  #expected: Expected = 'value';
  #values = 0;
  /** Number of bytes since the last token. */
  #silentBytes = 0;

  constructor(
    private readonly picker: JsonPicker,
    /** Allows several documents, as in NDJSON. */
    private readonly isMany = false,
  ) {
    Object.assign(this.#tokenizer, { parseNumber: (digits: string) => digits });
    keepMarks(this.#tokenizer);
    this.#tokenizer.onToken = ({ token, value }) => this.#token(token, value);
  }

  /** True within a document. */
  get isWithin(): boolean {
    return this.#frames.length > 0;
  }

  /** @throws {InvalidJsonError} for invalid JSON, and the errors of the picker. Reading cannot continue afterwards. */
  write(bytes: Uint8Array): void {
    this.#silentBytes += bytes.length;
    try {
      this.#tokenizer.write(bytes);
    } catch (error) {
      throw namedError(error);
    }
    if (this.#silentBytes > TEXT_BYTES_MAX) throw new InvalidJsonError('long_text');
  }

  /** @throws {InvalidJsonError} for an incomplete document. */
  end(): void {
    try {
      this.#tokenizer.end();
    } catch (error) {
      throw error instanceof TokenizerError ? new InvalidJsonError('cut_off') : error;
    }
    if (this.isWithin || (this.#expected === 'value' && !this.isMany)) throw new InvalidJsonError('cut_off');
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
    if (this.#expected !== from) throw new InvalidJsonError('syntax');
    this.#expected = to;
  }

  #text(text: string): void {
    if (this.#expected !== 'name' && this.#expected !== 'name_or_end') return this.#scalar(text);
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new InvalidJsonError('syntax');
    if ((frame.members ?? frame.names)?.has(text) === true) throw new InvalidJsonError('doubled_name');
    if (frame.names !== null && frame.names.size < NAMES_MAX && !isAddressName(text)) frame.names.add(text);
    frame.place = text;
    this.#expected = 'colon';
  }

  #comma(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new InvalidJsonError('syntax');
    this.#step('comma_or_end', frame.isArray ? 'value' : 'name');
    if (typeof frame.place === 'number') frame.place++;
  }

  /** Chooses the handling of the value that starts here. */
  #choose(): JsonChoice {
    if (this.#expected !== 'value' && this.#expected !== 'value_or_end') throw new InvalidJsonError('syntax');
    const frame = this.#frames.at(-1);
    if (frame?.choice === 'take' && ++this.#values > VALUES_MAX) throw new InvalidJsonError('large_value');
    if (frame !== undefined && frame.choice !== 'enter') return frame.choice;
    this.#values = 0;
    if (frame !== undefined) this.#path[this.#frames.length - 1] = frame.place;
    return this.picker.choose(this.#path);
  }

  #open(isArray: boolean): void {
    const choice = this.#choose();
    if (this.#frames.length === DEPTH_MAX) throw new InvalidJsonError('deep');
    const isTaken = choice === 'take';
    this.#frames.push({
      isArray,
      choice,
      elements: isTaken && isArray ? [] : null,
      members: isTaken && !isArray ? new Map() : null,
      names: choice === 'enter' && !isArray ? new Set() : null,
      place: isArray ? 0 : '',
    });
    this.#expected = isArray ? 'value_or_end' : 'name_or_end';
  }

  #close(isArray: boolean): void {
    const frame = this.#frames.pop();
    const isDue = this.#expected === 'comma_or_end' || this.#expected === (isArray ? 'value_or_end' : 'name_or_end');
    if (frame?.isArray !== isArray || !isDue) throw new InvalidJsonError('syntax');
    // An entered value has been reported member by member; only its path element is removed.
    if (frame.choice === 'enter') this.#path.length = this.#frames.length;
    this.#ended(frame.elements ?? frame.members ?? undefined);
  }

  #scalar(value: string | boolean | null): void {
    const choice = this.#choose();
    this.#ended(choice === 'skip' ? undefined : value);
  }

  /** @param value - undefined for a skipped value. */
  #ended(value: JsonValue | undefined): void {
    const frame = this.#frames.at(-1);
    this.#expected = frame !== undefined ? 'comma_or_end' : this.isMany ? 'value' : 'nothing';
    if (value === undefined) return;
    if (frame?.elements) frame.elements.push(value);
    else if (frame?.members) frame.members.set(String(frame.place), value);
    else this.picker.take(this.#path, value);
  }
}

/** The decoder of the tokenizer removes U+FEFF at the start of every text, as if it were a byte order mark. */
function keepMarks(tokenizer: Tokenizer): void {
  const { bufferedString } = tokenizer as unknown as { readonly bufferedString: object };
  Object.assign(bufferedString, { decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) });
}

/** Converts errors of the tokenizer, whose messages quote the file. */
function namedError(error: unknown): unknown {
  if (error instanceof TokenizerError) return new InvalidJsonError('syntax');
  // Error of the text decoder, detected by its message because it may be a TypeError of another realm.
  return /^TypeError.*(?:encod|utf)/i.test(String(error)) ? new InvalidJsonError('not_utf8') : error;
}

/** Messages of invalid documents. They never contain data of the document. */
const SENTENCES = {
  syntax: 'here it is not valid JSON',
  cut_off: 'it is cut off: the JSON does not end',
  not_utf8: 'here it is not UTF-8',
  doubled_name: 'an object has two members of one name',
  deep: 'objects and arrays are nested more than 32 deep',
  long_text: 'a text in it is longer than 1 MiB',
  large_value: 'an entry consists of more than 20000 values',
} as const;
type InvalidJsonReason = keyof typeof SENTENCES;

/** Invalid JSON document. Its message never contains data of the document. */
export class InvalidJsonError extends Error {
  override readonly name = 'JsonFaultError';
  constructor(
    /** Code of the reason. */
    readonly reason: InvalidJsonReason,
  ) {
    super(SENTENCES[reason]);
  }
}
