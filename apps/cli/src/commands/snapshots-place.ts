import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../output/cli-error';
import { csvTable } from './snapshots-csv';
import type { PartFile } from './snapshots-part';

/** The written file. */
export interface PlacedFile {
  readonly format: 'ndjson' | 'csv';
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Target of a snapshot. */
interface Place {
  readonly what: 'drops' | 'hype' | 'allocations';
  readonly path: string;
  readonly csv: boolean;
}

/**
 * Replaces the file with the rows atomically: a reader sees either the old file or the new one. The rows are read back
 * from the disk and compared with the checksum of the download.
 *
 * @throws {CliError} `damaged_file` if they differ; the rows are then deleted.
 */
export async function putInPlace(part: PartFile, place: Place): Promise<PlacedFile> {
  const source = `${place.path}.part`;
  const made = `${source}.new`;
  try {
    const [written, sum] = place.csv ? await writeTable(part, place, made) : await readBack(part);
    if (sum !== part.sum()) throw damaged();
    await part.close();
    await rename(place.csv ? made : source, place.path);
    await part.remove();
    return { format: place.csv ? 'csv' : 'ndjson', rows: part.rows, ...written };
  } catch (error) {
    await rm(made, { force: true });
    if (error instanceof CliError) await part.remove();
    else if (part.rows > 0) await part.checkpoint();
    throw error;
  }
}

type Written = Pick<PlacedFile, 'bytes' | 'sha256'>;

async function readBack(part: PartFile): Promise<[Written, sum: string]> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of part.read()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const sha256 = hash.digest('hex');
  return [{ bytes, sha256 }, sha256];
}

async function writeTable(part: PartFile, { what }: Place, path: string): Promise<[Written, sum: string]> {
  const table = csvTable(what);
  const [read, written] = [createHash('sha256'), createHash('sha256')];
  const file: FileHandle = await open(path, 'w');
  let bytes = 0;
  const put = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    await file.writeFile(chunk);
    written.update(chunk);
    bytes += chunk.length;
  };
  try {
    await put(table.titles);
    let rest = Buffer.alloc(0);
    for await (const chunk of part.read()) {
      read.update(chunk);
      const whole = Buffer.concat([rest, chunk]);
      const end = whole.lastIndexOf('\n') + 1;
      rest = whole.subarray(end);
      const lines = whole.toString('utf8', 0, end).split('\n').slice(0, -1);
      await put(lines.map((line) => table.lineOf(line)).join(''));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return [{ bytes, sha256: written.digest('hex') }, read.digest('hex')];
}

const damaged = (): CliError =>
  new CliError(
    'damaged_file',
    'The stored rows differ from the downloaded ones, and were deleted. Is another run writing to the same file?',
  );
