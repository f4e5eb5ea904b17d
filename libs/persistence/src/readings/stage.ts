import type { Transaction } from '../database/database';
import { faultOf, type NewReading } from './reading';
import type { ReadingFault, ReadingFaults } from './refused.error';

/** What is read: readings, and what is wrong in the place of one that could not be read. */
type ReadLine = NewReading | ReadingFault;
/** One by one or in groups, as each by itself costs as much again as to read it. */
type Read = ReadLine | readonly ReadLine[];
export type NewReadings = Iterable<Read> | AsyncIterable<Read>;

/** A source may be slow; nothing is locked until it ends. */
const COPY_TIMEOUT_MS = 24 * 3_600_000;
/** Characters that are handed on at once: by the row it would cost more than the row. */
const PIECE_LENGTH = 32_768;

const PROGRESS_EVERY = 10_000;

export interface StageOptions {
  /** Nothing is observed after it; milliseconds since the epoch. */
  readonly nowMs: number;
  /** Is told now and then how many readings were read. */
  readonly onProgress?: (read: number) => void;
}

/**
 * Copies readings into `staged_readings`, a table of this transaction's own, where they are
 * checked. Those that are wrong by themselves go to `faults` instead.
 *
 * @returns how many were read, with the wrong ones.
 */
export async function stageReadings(
  sql: Transaction,
  readings: NewReadings,
  faults: ReadingFaults,
  options: StageOptions,
): Promise<number> {
  await sql.query(
    `CREATE TEMPORARY TABLE staged_readings (line integer NOT NULL, drop_id text NOT NULL, signal text NOT NULL,
       observed_at timestamptz(3) NOT NULL, value double precision NOT NULL, source text NOT NULL) ON COMMIT DROP`,
  );
  const count = { read: 0 };
  await sql.copy('COPY staged_readings FROM STDIN', rowsOf(readings, faults, options, count), COPY_TIMEOUT_MS);
  await sql.query('ANALYZE staged_readings');
  return count.read;
}

async function* rowsOf(
  readings: NewReadings,
  faults: ReadingFaults,
  { nowMs, onProgress }: StageOptions,
  count: { read: number },
): AsyncGenerator<string> {
  let piece = '';
  for await (const each of readings) {
    for (const reading of isGroup(each) ? each : [each]) {
      count.read += 1;
      if (count.read % PROGRESS_EVERY === 0) onProgress?.(count.read);
      const row = rowOf(reading, count.read, nowMs);
      if (typeof row !== 'string') faults.add([row]);
      else piece += row;
    }
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
  onProgress?.(count.read);
}

const isGroup = (read: Read): read is readonly ReadLine[] => Array.isArray(read);

/** A row for the database, or why there is none. */
function rowOf(reading: NewReading | ReadingFault, number: number, nowMs: number): string | ReadingFault {
  if ('message' in reading) return reading;
  const { line = number, dropId, signal, observedAtMs, value, source } = reading;
  const message = faultOf(reading, nowMs);
  if (message !== null) return { line, message };
  // Of a sound reading only the source may hold what COPY would take for something else.
  const escaped = source.includes('\\') ? source.replaceAll('\\', '\\\\') : source;
  return `${line}\t${dropId}\t${signal}\t${new Date(observedAtMs).toISOString()}\t${value}\t${escaped}\n`;
}
