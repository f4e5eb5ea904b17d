import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { CliError } from '../../../output/cli-error';
import { ParquetFile, type WrittenFile } from '../parquet/parquet-file';
import { CSV_COLUMNS, parquetColumns, type SnapshotKind } from './columns';
import { CsvFile } from './csv-file';
import { type ListFacts, metadataOf } from './metadata';
import type { PartFile } from './part-file';

/** Formats of a file with a snapshot; NDJSON is that of the API. */
type SnapshotFormat = 'ndjson' | 'csv' | 'parquet';

/** The written file. */
interface PlacedFile extends WrittenFile {
  readonly format: SnapshotFormat;
  readonly rows: number;
}

/** Target of a snapshot. */
export interface Place {
  readonly what: SnapshotKind;
  readonly dropId: string | null;
  /** Name of the list. */
  readonly list: string | null;
  readonly path: string;
  readonly format: SnapshotFormat;
  /** Published facts about the list; null if they are unknown or not needed. */
  readonly facts: ListFacts | null;
  /** Stops the work; the received rows are kept. */
  readonly signal: AbortSignal;
}

/**
 * Replaces the file with the rows atomically: a reader sees either the old file or the new one. The rows are read back
 * from the disk and compared with the checksum of the download.
 *
 * @throws {CliError} `damaged_file` if they differ; the rows are then deleted.
 */
export async function putInPlace(part: PartFile, place: Place): Promise<PlacedFile> {
  const { format, path } = place;
  const source = `${path}.part`;
  const made = `${source}.new`;
  try {
    const written = format === 'ndjson' ? await readBack(part, place.signal) : await writeTable(part, place, made);
    await part.close();
    await rename(format === 'ndjson' ? source : made, path);
    await part.remove();
    return { format, rows: part.rows, ...written };
  } catch (error) {
    await rm(made, { force: true });
    if (error instanceof CliError) await part.remove();
    else if (part.rows > 0) await part.checkpoint();
    throw error;
  }
}

async function readBack(part: PartFile, signal: AbortSignal): Promise<WrittenFile> {
  let bytes = 0;
  for await (const chunk of verified(part, signal)) bytes += chunk.length;
  return { bytes, sha256: part.sum() };
}

/** Writes the rows as a table. Its file must not be used if this fails: the checksum is known only at the end. */
async function writeTable(part: PartFile, place: Place, path: string): Promise<WrittenFile> {
  const { what, format, facts } = place;
  const table =
    format === 'csv'
      ? await CsvFile.create(path, CSV_COLUMNS[what])
      : await ParquetFile.create(
          path,
          parquetColumns(what, facts?.decimals ?? null),
          metadataOf({ head: part.head, rows: part.rows, sum: part.sum() }, place),
        );
  try {
    for await (const rows of rowsOf(verified(part, place.signal))) await table.add(rows);
    return await table.finish();
  } finally {
    await table.close();
  }
}

/** Bytes of the stored rows. @throws {CliError} `damaged_file` at their end, if they are not the downloaded ones. */
async function* verified(part: PartFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of part.read()) {
    signal.throwIfAborted();
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== part.sum()) throw damaged();
}

/** Rows of arbitrary chunks of NDJSON. Their type is that of the columns. */
async function* rowsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<never[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const whole = Buffer.concat([rest, chunk]);
    const end = whole.lastIndexOf('\n') + 1;
    rest = whole.subarray(end);
    const lines = whole.toString('utf8', 0, end).split('\n').slice(0, -1);
    yield lines.map((line) => JSON.parse(line) as never);
  }
}

const damaged = (): CliError =>
  new CliError(
    'damaged_file',
    'The stored rows differ from the downloaded ones, and were deleted. Is another run writing to the same file?',
  );
