import { UnreadableListError } from '../errors';

/** Separators of fields that are supported. */
export type Separator = ',' | ';' | '\t';

const SEPARATORS: ReadonlyMap<Separator | '|', string> = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'TAB characters'],
  ['|', 'vertical bars'],
]);

/**
 * Separator of a table: the only one in its first line, or a comma without any. There is no guess between several: the same
 * line could have other columns.
 *
 * @throws {UnreadableListError} for a line with several separators outside of quotes, or with another one.
 */
export function separatorOf(row: string, line: number): Separator {
  // Blanks beside another separator are not fields.
  const unquoted = row
    .replace(/"[^"]*(?:"|$)/g, '_')
    .trim()
    .replace(/\s*([,;|])\s*/g, '$1');
  const [first = ',', second] = [...SEPARATORS.keys()].filter((separator) => unquoted.includes(separator));
  if (second !== undefined) {
    const both = [first, second].map((separator) => SEPARATORS.get(separator)).join(' and ');
    throw new UnreadableListError(
      line,
      `its fields are separated by ${both}: quote the fields that contain a separator`,
    );
  }
  if (first !== '|') return first;
  throw new UnreadableListError(
    line,
    'its fields are separated by vertical bars: save it with commas, semicolons or TAB',
  );
}

/** Error in a line of a table. */
export type CsvViolation = 'open' | 'after_quote' | 'within_field';

const QUOTE = '"';

/**
 * Splits a line into fields, without quotes and surrounding blanks.
 *
 * @returns an error for an invalid line; `open` for an unclosed quote, which the next line continues.
 */
export function csvFields(line: string, separator: Separator): string[] | CsvViolation {
  if (!line.includes(QUOTE)) {
    const fields = line.split(separator);
    for (let i = 0; i < fields.length; i++) fields[i] = trimmed(fields[i] ?? '');
    return fields;
  }
  const fields: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    at = afterBlanks(line, at, separator);
    if (line[at] === QUOTE) {
      const end = closingQuote(line, at + 1);
      if (end === -1) return 'open';
      fields.push(line.slice(at + 1, end).replaceAll('""', QUOTE));
      at = end + 1;
      at = afterBlanks(line, at, separator);
      if (at < line.length && line[at] !== separator) return 'after_quote';
    } else {
      const next = line.indexOf(separator, at);
      const field = line.slice(at, next === -1 ? line.length : next);
      if (field.includes(QUOTE)) return 'within_field';
      fields.push(trimmed(field));
      at = next === -1 ? line.length : next;
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

/** Index of the first character that is not blank; a TAB that separates fields is not. */
function afterBlanks(line: string, from: number, separator: Separator): number {
  let at = from;
  while (isBlank(line.charCodeAt(at)) && line[at] !== separator) at++;
  return at;
}

/** Trims spaces, tabs and line breaks only: other invisible characters must be reported. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function trimmed(field: string): string {
  let [start, end] = [0, field.length];
  while (start < end && isBlank(field.charCodeAt(start))) start++;
  while (end > start && isBlank(field.charCodeAt(end - 1))) end--;
  return end - start === field.length ? field : field.slice(start, end);
}
