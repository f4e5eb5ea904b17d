import { quote } from '../catalogue/fault';
import { describeUnknown, FIELDS, isField, type LineReader, readingOf, type ReadLine } from './fields';

/** One JSON object per line: `{"drop":"linea","signal":"tvl_usd","observed_at":"2026-11-21T08:00:00Z","value":1.2e8}`. */
export function ndjsonReader(source: string): LineReader {
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
