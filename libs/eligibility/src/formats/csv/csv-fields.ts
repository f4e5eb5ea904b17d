/** Error in a line of a table. */
export type CsvFault = 'open' | 'after_quote' | 'within_field';

const QUOTE = '"';

/**
 * Splits a line into fields, without quotes and surrounding spaces.
 *
 * @returns an error for an invalid line; `open` for an unclosed quote, which the next line continues.
 */
export function csvFields(line: string): string[] | CsvFault {
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
