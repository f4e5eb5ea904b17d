import { type ColumnNames, type ColumnPlaces, findColumns, isWithoutHeader } from '../columns';
import { type RawEntry, SUM_OF_PARTS } from '../entry-reader';
import { type EntryViolation, UnreadableListError } from '../errors';
import type { ListReader } from '../list-reader';
import { type RowChecks, rowChecks, rowContradiction } from '../row-flags';
import type { RowTerms } from '../shapes/record-reader';
import { csvFields, type CsvViolation, type Separator, separatorOf } from './csv-fields';
import { DOUBTFUL_POINT, SeparatedThousands } from './separated-thousands';

/** Maximum length of a line in characters, far above the rows of lists. */
export const LINE_LENGTH_MAX = 65_536;

/** First line with which spreadsheets state the separator. */
const DECLARED_SEPARATOR = /^"?sep=([,;\t])"?\s*$/i;
const BYTE_ORDER_MARK = '\ufeff';
/** Bytes from this one on belong to a character of several. */
const ASCII_END = 0x80;
const UTF8 = { fatal: true, ignoreBOM: true } as const;
const WHOLE = new TextDecoder('utf-8', UTF8);

interface CsvReaderOptions extends RowTerms {
  readonly columns: ColumnNames;
  readonly onEntry: (raw: RawEntry, line: number) => void;
  readonly violation: (violation: EntryViolation) => void;
}

/**
 * Reads a table in UTF-8 with fields separated by commas, semicolons or TAB characters, whichever its first line has, and
 * lines ended by LF, CR LF or CR. It supports a byte order mark, quotes, and the line `sep=;` with which spreadsheets state the
 * separator, and skips empty lines and rows of empty fields.
 */
export class CsvReader implements ListReader {
  line = 0;
  readonly #decoder = new TextDecoder('utf-8', UTF8);
  /** A character may continue in the next chunk. */
  #isSplit = false;
  #isStart = true;
  /** Text after the last line break. */
  #rest = '';
  /** Start of a row with a quote that continues in the next line. */
  #open = '';
  #places: ColumnPlaces | null = null;
  #width = 0;
  #separator: Separator = ',';
  /** Separator of the line `sep=`; null without it. */
  #declared: Separator | null = null;
  #checks: RowChecks | null = null;
  readonly #thousands = new SeparatedThousands();

  constructor(private readonly options: CsvReaderOptions) {}

  write(bytes: Uint8Array): void {
    this.#lines(this.#decode(bytes), false);
  }

  end(): void {
    this.#lines(this.#decode(null), true);
    if (this.#rest !== '') this.#line(this.#rest);
    if (this.#open !== '') this.#reject('open', this.line);
    const { doubtful } = this.#thousands;
    if (doubtful !== null) this.options.violation({ line: doubtful, message: DOUBTFUL_POINT });
  }

  /** @param bytes - null at the end. */
  #decode(bytes: Uint8Array | null): string {
    try {
      const text = this.#text(bytes);
      const isMarked = this.#isStart && text.startsWith(BYTE_ORDER_MARK);
      this.#isStart &&= text === '';
      return isMarked ? text.slice(BYTE_ORDER_MARK.length) : text;
    } catch {
      const line = this.line + 1 + (bytes === null ? 0 : linesBeforeFault(bytes));
      throw new UnreadableListError(line, 'the line is not UTF-8');
    }
  }

  #text(bytes: Uint8Array | null): string {
    if (bytes === null) return this.#decoder.decode();
    const wasSplit = this.#isSplit;
    this.#isSplit = (bytes[bytes.length - 1] ?? ASCII_END) >= ASCII_END;
    if (wasSplit || this.#isSplit) return this.#decoder.decode(bytes, { stream: true });
    // Outside of a stream Node.js decodes ASCII to a text of one byte per character, which all that follows reads faster.
    return WHOLE.decode(bytes);
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
    if (this.#places === null) {
      const [, declared] = line === 1 ? (DECLARED_SEPARATOR.exec(row) ?? []) : [];
      if (declared !== undefined) {
        this.#declared = declared as Separator;
        return;
      }
      this.#separator = this.#declared ?? separatorOf(row, line);
    }
    const fields = csvFields(row, this.#separator);
    if (fields === 'open') {
      this.#open = row;
      return;
    }
    this.#open = '';
    if (typeof fields === 'string') this.#reject(fields, line);
    if (fields.some((field) => field !== '')) this.#row(fields, line);
  }

  #row(fields: readonly string[], line: number): void {
    const { columns, needsAmount, isExclusion, onEntry, violation, unread } = this.options;
    if (this.#places === null) {
      this.#places = findColumns(fields, line, columns, 'table', needsAmount);
      this.#width = fields.length;
      if (!isWithoutHeader(columns, needsAmount)) {
        unread(this.#places.unread);
        this.#checks = rowChecks(fields, this.#places.wallet, this.#places.wallets, isExclusion);
        return;
      }
    }
    // No guess: an unquoted `1,000` would be an amount of 1.
    if (fields.length !== this.#width) {
      const first = isWithoutHeader(columns, needsAmount) ? 'first line' : 'header';
      violation({ line, message: `the line has ${fields.length} fields, the ${first} ${this.#width}` });
      return;
    }
    const raw = rawEntry(fields, this.#places);
    if (this.#separator === ';' && needsAmount) this.#thousands.note(amountsOf(fields, this.#places), line);
    const invalid = this.#checks && rowContradiction(this.#checks, raw.wallet, (_, place) => fields[place]);
    onEntry(invalid === null ? raw : { ...raw, invalid }, line);
  }

  #reject(why: CsvViolation | 'long', line: number): never {
    throw new UnreadableListError(line, FAULTS[why]);
  }
}

const amountsOf = (fields: readonly string[], { amount, breakdown }: ColumnPlaces): readonly (string | undefined)[] =>
  [...(amount === null ? [] : [amount]), ...breakdown.map(([, place]) => place)].map((place) => fields[place]);

const FAULTS: Readonly<Record<CsvViolation | 'long', string>> = {
  open: 'a quote is opened and never closed',
  after_quote: 'something follows a closing quote',
  within_field: 'a quote stands within a field; is it CSV?',
  long: `the line is longer than ${LINE_LENGTH_MAX} characters; is it CSV?`,
};

function rawEntry(fields: readonly string[], places: ColumnPlaces): RawEntry {
  const { wallet, amount, index, breakdown, fields: leaf, token } = places;
  const named = fields[wallet];
  const given: RawEntry['amount'] = amount === null ? SUM_OF_PARTS : fields[amount];
  if (index === null && breakdown.length === 0 && leaf === undefined && token === undefined)
    return { wallet: named, amount: given };
  return {
    wallet: named,
    amount: given,
    index: index === null ? undefined : fields[index],
    shares: breakdown.length === 0 ? NO_SHARES : breakdown.map(([reason, place]) => [reason, fields[place] ?? '']),
    ...(leaf !== undefined && { fields: leaf.map(([type, place]) => [type, fields[place]] as const) }),
    ...(token !== undefined && { token: fields[token] }),
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
