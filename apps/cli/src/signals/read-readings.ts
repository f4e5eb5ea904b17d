import type { LineReader, ReadLine } from './fields';
import { type Line, readLines } from './lines';
import { csvReader } from './read-csv';
import { ndjsonReader } from './read-ndjson';

/** How readings can be written. */
export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReadOptions {
  /** Null: told by the first line, as no header begins with a bracket. */
  readonly format: Format | null;
  /** Who says so, where a line does not. */
  readonly source: string;
}

/**
 * The readings of a file, in constant memory, and in the place of each that cannot be read what is
 * wrong with it. They come in groups, as the bytes do.
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
