import type { ReadLine } from './fields';
import { type Line, readLines } from './lines';
import { readCsv } from './read-csv';
import { readNdjson } from './read-ndjson';

/** How readings can be written. */
export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReadOptions {
  /** Null: told by the first line, as no header begins with a bracket. */
  readonly format: Format | null;
  /** Who says so, where a line does not. */
  readonly source: string;
}

/** The readings of a file, in constant memory, and in the place of each that cannot be read what is wrong with it. */
export async function* readReadings(
  bytes: AsyncIterable<Uint8Array>,
  { format, source }: ReadOptions,
): AsyncGenerator<ReadLine> {
  const lines = readLines(bytes);
  const { done, value: first } = await lines.next();
  if (done === true) return;
  const found = format ?? (/^\s*[{[]/.test(first.text ?? '') ? 'ndjson' : 'csv');
  yield* (found === 'ndjson' ? readNdjson : readCsv)(startingWith(first, lines), source);
}

async function* startingWith(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first;
  yield* rest;
}
