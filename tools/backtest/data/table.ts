import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** A missing file of the data. */
export class NoDataError extends Error {
  override readonly name = 'NoDataError';
  constructor(path: string) {
    super(`There is no ${path}: name the folder of the data with --data or DROPTRACK_TEST_DATA`);
  }
}

/** One line of a table, by column. */
export type Row = Readonly<Record<string, string>>;

/**
 * Reads a gzipped CSV file with a header.
 *
 * @throws {NoDataError} when it is missing.
 */
export function readTable(folder: string, name: string): Row[] {
  const path = join(folder, name);
  if (!existsSync(path)) throw new NoDataError(path);
  return parse(gunzipSync(readFileSync(path)), { columns: true, bom: true }) as Row[];
}

/** A column of a row. */
export function textOf(row: Row, column: string): string {
  const text = row[column];
  if (text === undefined) throw new TypeError(`The table has no column ${column}`);
  return text;
}

/** A figure of a row; null where it is unknown. */
export function numberOf(row: Row, column: string): number | null {
  const text = textOf(row, column);
  return text === '' ? null : Number(text);
}

/** Rows by a key, in the order of the first row of each. */
export function groupBy(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}
