import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../output/cli-error';
import { csvTable } from './snapshots-csv';
import type { PartFile } from './snapshots-part';

/** What stands in the file now. */
export interface PlacedFile {
  readonly format: 'ndjson' | 'csv';
  readonly rows: number;
  readonly bytes: number;
  /** Of the file, hex. */
  readonly sha256: string;
}

/** Where it goes, and as what. */
interface Place {
  readonly what: 'drops' | 'hype' | 'allocations';
  readonly path: string;
  readonly csv: boolean;
}

/**
 * Puts the rows in place of the file, at once: whoever opens it sees the old one whole, or the new one. They are read
 * back from the disk on the way, and must be those that came.
 *
 * @throws {CliError} `damaged_file` when they are not; they are deleted then.
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
    else if (part.rows > 0) await part.note();
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
  new CliError('damaged_file', 'What was written is not what came; it is deleted. Is another run writing there?');
