import { type ColumnNames, type ColumnPlaces, findColumns, isWithoutHeader } from '../columns';
import type { RawEntry } from '../entry-reader';
import { type EntryViolation, UnreadableListError } from '../errors';
import type { ListReader } from '../list-reader';

/** Maximum length of a line in characters, far above the rows of lists. */
export const LINE_LENGTH_MAX = 65_536;

export interface CsvReaderOptions {
  readonly columns: ColumnNames;
  /** False for a list of wallets only. */
  readonly needsAmount: boolean;
  readonly onEntry: (raw: RawEntry, line: number) => void;
  readonly violation: (violation: EntryViolation) => void;
}

/**
 * Reads a table in UTF-8 with fields separated by commas and lines ended by LF, CR LF or CR. It supports a byte order mark
 * and quotes, and skips empty lines.
 */
export class CsvReader implements ListReader {
  line = 0;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Text after the last line break. */
  #rest = '';
  /** Start of a row with a quote that continues in the next line. */
  #open = '';
  #places: ColumnPlaces | null = null;
  #width = 0;

  constructor(private readonly options: CsvReaderOptions) {}

  write(bytes: Uint8Array): void {
    this.#lines(this.#decode(bytes), false);
  }

  end(): void {
    this.#lines(this.#decode(null), true);
    if (this.#rest !== '') this.#line(this.#rest);
    if (this.#open !== '') this.#reject('open', this.line);
  }

  /** @param bytes - null at the end. */
  #decode(bytes: Uint8Array | null): string {
    try {
      return bytes === null ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch {
      const line = this.line + 1 + (bytes === null ? 0 : linesBeforeFault(bytes));
      throw new UnreadableListError(line, 'the line is not UTF-8');
    }
  }

  #lines(decoded: string, isLast: boolean): void {
    let text = this.#rest + decoded;
    let held = '';
    if (text.includes('\r')) {
      // It may be the first half of CR LF.
      if (!isLast && text.endsWith('\r')) [text, held] = [text.slice(0, -1), '\r'];
      text = text.replace(/\r\n?/g, '\n');
    }
    let start = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
      this.#line(text.slice(start, at));
      start = at + 1;
    }
    this.#rest = text.slice(start) + held;
    if (this.#rest.length > LINE_LENGTH_MAX) this.#reject('long', this.line + 1);
  }

  #line(text: string): void {
    const line = ++this.line;
    const row = this.#open === '' ? text : `${this.#open}\n${text}`;
    if (row.length > LINE_LENGTH_MAX) this.#reject('long', line);
    if (this.#places === null && this.#open === '') assertCommas(row, line);
    const fields = csvFields(row);
    if (fields === 'open') {
      this.#open = row;
      return;
    }
    this.#open = '';
    if (typeof fields === 'string') this.#reject(fields, line);
    if (fields.length > 1 || fields[0] !== '') this.#row(fields, line);
  }

  #row(fields: readonly string[], line: number): void {
    const { columns, needsAmount, onEntry, violation } = this.options;
    if (this.#places === null) {
      this.#places = findColumns(fields, line, columns, 'table', needsAmount);
      this.#width = fields.length;
      if (!isWithoutHeader(columns, needsAmount)) return;
    }
    // No guess: an unquoted `1,000` would be an amount of 1.
    if (fields.length !== this.#width) {
      const first = isWithoutHeader(columns, needsAmount) ? 'first line' : 'header';
      violation({ line, message: `the line has ${fields.length} fields, the ${first} ${this.#width}` });
      return;
    }
    onEntry(rawEntry(fields, this.#places), line);
  }

  #reject(why: CsvViolation | 'long', line: number): never {
    throw new UnreadableListError(line, FAULTS[why]);
  }
}

/** Names of other separators. */
const SEPARATORS: readonly (readonly [string, string])[] = [
  [';', 'semicolons'],
  ['\t', 'TAB characters'],
  ['|', 'vertical bars'],
];

/** @throws {UnreadableListError} for a first line with another separator. */
function assertCommas(row: string, line: number): void {
  const unquoted = row.replace(/"[^"]*"/g, '_').trim();
  if (unquoted.includes(',')) return;
  const found = SEPARATORS.find(([separator]) => unquoted.includes(separator));
  if (found === undefined) return;
  throw new UnreadableListError(
    line,
    `its fields are separated by ${found[1]}, and must be by commas: save it with commas, each field that has one in quotes`,
  );
}

const FAULTS: Readonly<Record<CsvViolation | 'long', string>> = {
  open: 'a quote is opened and never closed',
  after_quote: 'something follows a closing quote',
  within_field: 'a quote stands within a field; is it CSV?',
  long: `the line is longer than ${LINE_LENGTH_MAX} characters; is it CSV?`,
};

function rawEntry(fields: readonly string[], { wallet, amount, index, breakdown }: ColumnPlaces): RawEntry {
  const [named, given] = [fields[wallet], amount === null ? null : fields[amount]];
  if (index === null && breakdown.length === 0) return { wallet: named, amount: given };
  return {
    wallet: named,
    amount: given,
    index: index === null ? undefined : fields[index],
    shares: breakdown.length === 0 ? NO_SHARES : breakdown.map(([reason, place]) => [reason, fields[place] ?? '']),
  };
}

const NO_SHARES: NonNullable<RawEntry['shares']> = [];

/** Number of line ends before the first invalid UTF-8 byte. */
function linesBeforeFault(bytes: Uint8Array): number {
  // A character of the previous chunk may end here.
  let start = bytes.findIndex((byte) => byte < 0x80 || byte > 0xbf);
  for (let lines = 0; start !== -1; lines++) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end + 1);
    if (!isUtf8(line)) return lines;
    if (end === -1) break;
    start = end + 1;
  }
  // All bytes are valid, so the invalid character started in the previous chunk.
  return 0;
}

/** The last character may be incomplete. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Error in a line of a table. */
export type CsvViolation = 'open' | 'after_quote' | 'within_field';

const QUOTE = '"';

/**
 * Splits a line into fields, without quotes and surrounding spaces.
 *
 * @returns an error for an invalid line; `open` for an unclosed quote, which the next line continues.
 */
export function csvFields(line: string): string[] | CsvViolation {
  if (!line.includes(QUOTE)) {
    const fields = line.split(',');
    for (let i = 0; i < fields.length; i++) fields[i] = trimmed(fields[i] ?? '');
    return fields;
  }
  const fields: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    while (isBlank(line.charCodeAt(at))) at++;
    if (line[at] === QUOTE) {
      const end = closingQuote(line, at + 1);
      if (end === -1) return 'open';
      fields.push(line.slice(at + 1, end).replaceAll('""', QUOTE));
      at = end + 1;
      while (isBlank(line.charCodeAt(at))) at++;
      if (at < line.length && line[at] !== ',') return 'after_quote';
    } else {
      const comma = line.indexOf(',', at);
      const field = line.slice(at, comma === -1 ? line.length : comma);
      if (field.includes(QUOTE)) return 'within_field';
      fields.push(trimmed(field));
      at = comma === -1 ? line.length : comma;
    }
  }
  return fields;
}

/** Index of the first quote that is not doubled; -1 without one. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf(QUOTE, from); at !== -1; at = line.indexOf(QUOTE, at + 2)) {
    if (line[at + 1] !== QUOTE) return at;
  }
  return -1;
}

/** Trims spaces, tabs and line breaks only: other invisible characters must be reported. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function trimmed(field: string): string {
  let [start, end] = [0, field.length];
  while (start < end && isBlank(field.charCodeAt(start))) start++;
  while (end > start && isBlank(field.charCodeAt(end - 1))) end--;
  return end - start === field.length ? field : field.slice(start, end);
}
