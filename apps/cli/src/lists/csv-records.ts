import { type ListFault, ListRefusedError } from '@droptrack/persistence';
import { parse } from 'csv-parse';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CliError } from '../output/cli-error';

/** Longest line, in bytes: no row of a list comes near it. */
export const LINE_BYTES_MAX = 65_536;

/** One line of a CSV file. */
export interface CsvRecord {
  /** Where it ends, from 1. */
  readonly line: number;
  /** Without quotes, and without spaces around. */
  readonly fields: readonly string[];
}

/** A CSV file that is read as it is asked for. */
export interface CsvFile {
  /** Once; empty lines are left out. @throws {ListRefusedError} where it is no CSV. */
  readonly records: AsyncIterable<CsvRecord>;
  /** Of the file as it lies there, hex; right once all records were read. */
  sha256(): string;
}

/**
 * Opens a CSV file, compressed by gzip or not, to be read in constant memory.
 *
 * Fields are separated by commas, lines end with LF, CR LF or CR; a byte order mark and quotes are understood.
 *
 * @throws {CliError} when it cannot be read.
 */
export async function openCsv(path: string): Promise<CsvFile> {
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => cannotRead(path, error));
  const hash = createHash('sha256');
  return { records: readRecords(path, (chunk) => hash.update(chunk)), sha256: () => hash.copy().digest('hex') };
}

function cannotRead(path: string, { code = 'unknown' }: NodeJS.ErrnoException): never {
  throw new CliError('unreadable_file', `${path} cannot be read: ${REASONS[code] ?? code}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the permission is missing',
  EISDIR: 'it is a folder',
};

async function* readRecords(path: string, look: (chunk: Buffer) => void): AsyncGenerator<CsvRecord> {
  const file = createReadStream(path);
  const bytes = lookedAt(file, look);
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: LINE_BYTES_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Told with the line's own number, where it matters.
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  try {
    const first = await bytes.next();
    const all = Readable.from(startingWith(first, bytes));
    // Its error comes out of the parser as well.
    const done = (): void => undefined;
    if (isGzip(first.value)) pipeline(all, createGunzip(), parser, done);
    else pipeline(all, parser, done);
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, fields: record };
    }
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== null) throw new ListRefusedError([fault], 1);
    if ((error as NodeJS.ErrnoException).syscall === 'read') cannotRead(path, error as NodeJS.ErrnoException);
    throw error;
  } finally {
    file.destroy();
  }
}

async function* lookedAt(
  file: AsyncIterable<Buffer>,
  look: (chunk: Buffer) => void,
): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of file) {
    look(chunk);
    yield chunk;
  }
}

async function* startingWith(
  first: IteratorResult<Buffer, undefined>,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

const isGzip = (start: Buffer | undefined): boolean => start?.[0] === 0x1f && start[1] === 0x8b;

/** The parser's own messages quote what is in the file. */
const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'something follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands within a field; is it CSV?',
  CSV_MAX_RECORD_SIZE: `the line is longer than ${LINE_BYTES_MAX} bytes; is it CSV?`,
};

/** Null for what is not the file's content's fault. */
function faultOf(error: unknown): ListFault | null {
  const { code, lines } = error as { code?: unknown; lines?: unknown };
  if (typeof code !== 'string') return null;
  if (code.startsWith('Z_')) return { line: null, message: 'its gzip compression is damaged, or cut off' };
  const message = CSV_FAULTS[code];
  return message === undefined ? null : { line: typeof lines === 'number' ? lines : null, message };
}
