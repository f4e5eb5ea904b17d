import { parse } from 'csv-parse/sync';
import { quote } from '../../catalogue/files/fault';
import { describeUnknown, type Field, FIELDS, isField, type LineReader, readingOf, type ReadLine } from './fields';
import { type Line, readLines } from './lines';

/** File formats of readings. */
export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

interface ReadOptions {
  /** Null detects the format by the first line: no CSV header begins with a bracket. */
  readonly format: Format | null;
  /** Source of readings that name none. */
  readonly source: string;
}

/**
 * Readings of a file, in constant memory, with an error in place of each that cannot be read. They are yielded in one
 * batch per chunk.
 */
export async function* readReadings(
  bytes: AsyncIterable<Uint8Array>,
  { format, source }: ReadOptions,
): AsyncGenerator<readonly ReadLine[]> {
  let read: LineReader | null = null;
  for await (const lines of readLines(bytes)) {
    const readings: ReadLine[] = [];
    for (const line of lines) {
      read ??= READERS[format ?? formatOf(line)](source);
      const reading = read(line);
      if (reading !== null) readings.push(reading);
    }
    yield readings;
  }
}

const READERS: Readonly<Record<Format, (source: string) => LineReader>> = { ndjson: ndjsonReader, csv: csvReader };

const formatOf = ({ text }: Line): Format => (/^\s*[{[]/.test(text ?? '') ? 'ndjson' : 'csv');

/** Decimal number with an optional exponent; only a minus sign, no hexadecimal, no words. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Comma-separated values (RFC 4180) with a header: the columns drop, signal, observed_at, value and optionally source, in
 * any order. Cells cannot contain line breaks, so that an error affects only its own line.
 */
function csvReader(source: string): LineReader {
  let header: readonly Field[] | string | null = null;
  return ({ number, text, fault }) => {
    // Without a valid header the cells below have no meaning.
    if (typeof header === 'string') return null;
    const cells = text === null ? fault : cellsOf(text);
    if (header === null) {
      header = typeof cells === 'string' ? cells : columnsOf(cells);
      return typeof header === 'string' ? { line: number, message: header } : null;
    }
    return typeof cells === 'string' ? { line: number, message: cells } : readRow(number, header, cells, source);
  };
}

/** Cells of a line, or its error. */
function cellsOf(text: string): readonly string[] | string {
  if (!text.includes('"')) return text.split(',');
  try {
    const [cells = []] = parse(text, { relax_column_count: true });
    return cells;
  } catch {
    return 'has a quote that is not closed, or that is inside a cell';
  }
}

/** Field of each column, or the error of the header. */
function columnsOf(cells: readonly string[]): readonly Field[] | string {
  const columns: Field[] = [];
  for (const name of cells.map((cell) => cell.trim())) {
    if (!isField(name)) return `${describeUnknown('column', name)} (the columns are ${FIELDS.join(', ')})`;
    if (columns.includes(name)) return `column "${name}" is repeated`;
    columns.push(name);
  }
  const missing = FIELDS.find((field) => field !== 'source' && !columns.includes(field));
  return missing === undefined ? columns : `column "${missing}" is missing`;
}

function readRow(line: number, columns: readonly Field[], cells: readonly string[], source: string): ReadLine {
  if (cells.length !== columns.length) {
    return { line, message: `has ${cells.length} cells, but the header has ${columns.length}` };
  }
  const written = { drop: '', signal: '', observed_at: '', value: '', source: '' };
  for (let place = 0; place < columns.length; place += 1) written[columns[place] ?? 'source'] = cells[place] ?? '';
  if (!NUMBER.test(written.value)) return { line, message: `value ${quote(written.value)} is not a decimal number` };
  const fields = { ...written, value: Number(written.value), source: written.source === '' ? null : written.source };
  return readingOf(line, fields, source);
}

/** One JSON object per line: `{"drop":"linea","signal":"tvl_usd","observed_at":"2026-11-21T08:00:00Z","value":1.2e8}`. */
function ndjsonReader(source: string): LineReader {
  return ({ number, text, fault }) =>
    text === null ? { line: number, message: fault } : readLine(number, text, source);
}

function readLine(line: number, text: string, source: string): ReadLine {
  const members = parseObject(text);
  if (typeof members === 'string') return { line, message: members };
  const message = faultOf(members, text);
  if (message !== null) return { line, message };
  const { drop, signal, observed_at, value } = members;
  return readingOf(
    line,
    {
      drop: String(drop),
      signal: String(signal),
      observed_at: String(observed_at),
      value: Number(value),
      source: members['source'] === undefined ? null : String(members['source']),
    },
    source,
  );
}

/** Members of the object, or the error of the line. */
function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const isNoNumber = /:\s*[+-]?(nan|inf(inity)?)\b/i.exec(text) !== null;
    return isNoNumber ? 'is not JSON: value must be a finite number' : 'is not JSON';
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return 'must be one JSON object, {"drop": …, "signal": …, "observed_at": …, "value": …}';
}

function faultOf(members: Readonly<Record<string, unknown>>, text: string): string | null {
  const names = Object.keys(members);
  const unknown = names.find((name) => !isField(name));
  if (unknown !== undefined) return describeUnknown('member', unknown);
  for (const field of FIELDS) {
    const value = members[field];
    if (value === undefined) {
      if (field !== 'source') return `"${field}" is missing`;
    } else if (typeof value !== (field === 'value' ? 'number' : 'string')) {
      return `${field} must be ${field === 'value' ? 'a number' : 'text'}, not ${quote(JSON.stringify(value))}`;
    }
  }
  return hasNameTwice(text, names.length) ? 'has a repeated member' : null;
}

/** True for a repeated member. JSON.parse keeps only the last one, so the names in the text are counted. */
function hasNameTwice(text: string, members: number): boolean {
  // All members except the value are text: this number of quotes, unless a quote is escaped or a name is repeated.
  if (countQuotes(text) === 2 * members + 2 * (members - 1)) return false;
  let names = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) names += 1;
  return names > members;
}

function countQuotes(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes;
}
