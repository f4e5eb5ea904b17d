import { parse } from 'csv-parse/sync';
import { quote } from '../catalogue/fault';
import { describeUnknown, type Field, FIELDS, isField, type LineReader, readingOf, type ReadLine } from './fields';

/** Decimal number with an optional exponent; only a minus sign, no hexadecimal, no words. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Comma-separated values (RFC 4180) with a header: the columns drop, signal, observed_at, value and optionally source, in
 * any order. Cells cannot contain line breaks, so that an error affects only its own line.
 */
export function csvReader(source: string): LineReader {
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
