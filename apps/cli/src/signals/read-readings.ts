import type { LineReader, ReadLine } from './fields';
import { type Line, readLines } from './lines';
import { csvReader } from './read-csv';
import { ndjsonReader } from './read-ndjson';

/** File formats of readings. */
export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReadOptions {
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
