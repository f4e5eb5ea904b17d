import { ListRejectedError } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CliError } from '../output/cli-error';

/** A file that is read as a stream. */
export interface FileBytes {
  /** Content, decompressed if it is gzip; to be iterated once. @throws {CliError} @throws {ListRejectedError} if damaged. */
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
  /** Bytes of the file read so far, before decompression. */
  bytesRead(): number;
  /** SHA-256 of the file before decompression, hex; final once all chunks were read. */
  sha256(): string;
}

/** Chunk size of decompressed files. */
const CHUNK_BYTES = 131_072;

/**
 * Opens a file for reading in constant memory. Gzip is detected by the first bytes.
 *
 * @param file - name of the file in error messages.
 */
export function openFileBytes(path: string, file: string): FileBytes {
  const hash = createHash('sha256');
  let bytes = 0;
  const onChunk = (chunk: Uint8Array): void => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  return {
    chunks: readChunks(path, file, onChunk),
    bytesRead: () => bytes,
    sha256: () => hash.copy().digest('hex'),
  };
}

/** Size of a file in bytes; null if it has none, such as a pipe. @throws {CliError} if it cannot be read. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    await access(path, constants.R_OK);
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
    return found.isFile() ? found.size : null;
  } catch (error) {
    cannotRead(path, error);
  }
}

function cannotRead(path: string, error: unknown): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  throw new CliError('unreadable_file', `${path} cannot be read: ${REASONS[code] ?? code}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

async function* readChunks(
  path: string,
  file: string,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const raw = observed(stream, onChunk);
  try {
    const first = await raw.next();
    if (first.done === true) return;
    const all = startingWith(first.value, raw);
    if (!isGzip(first.value)) {
      yield* all;
      return;
    }
    const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
    // The loop below throws its error as well.
    pipeline(Readable.from(all), unpacked, () => undefined);
    yield* unpacked as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) {
      const fault = { file, line: null, message: 'its gzip data is damaged or truncated' };
      throw new ListRejectedError([fault], 1);
    }
    if (syscall === 'read' || syscall === 'open') cannotRead(path, error);
    throw error;
  } finally {
    stream.destroy();
  }
  return undefined;
}

async function* observed(
  file: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of file) {
    onChunk(chunk);
    yield chunk;
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** A file type that cannot be read as a list, and how to convert it. */
interface ForeignKind {
  readonly name: string;
  readonly advice: string;
  readonly isLike: (start: Buffer) => boolean;
}

const bytes =
  (...first: readonly number[]) =>
  (start: Buffer): boolean =>
    first.every((byte, i) => start[i] === byte);
const text =
  (first: string, at = 0) =>
  (start: Buffer): boolean =>
    start.toString('latin1', at, at + first.length) === first;
const isZip = (start: Buffer): boolean => text('PK\u0003\u0004')(start) || text('PK\u0005\u0006')(start);
const isHtml = (start: Buffer): boolean =>
  /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html)/i.test(start.toString('latin1', 0, 1_024));

const SHEET = 'Save its sheet as CSV (UTF-8, comma separated) and load that file.';
const unpack = (command: string): string =>
  `Decompress it (${command}) and load its content; only gzip files are read directly.`;

/** File types in order of precedence. No table or JSON document begins like one of them. */
const FOREIGN: readonly ForeignKind[] = [
  {
    name: 'an Excel workbook (xlsx)',
    advice: SHEET,
    isLike: (start) => isZip(start) && start.includes('[Content_Types].xml'),
  },
  { name: 'an Excel workbook (xlsx)', advice: SHEET, isLike: (start) => isZip(start) && start.includes('xl/workbook') },
  {
    name: 'an OpenDocument sheet (ods)',
    advice: SHEET,
    isLike: (start) => isZip(start) && start.includes('opendocument'),
  },
  { name: 'an old Excel workbook (xls)', advice: SHEET, isLike: bytes(0xd0, 0xcf, 0x11, 0xe0) },
  { name: 'a zip archive', advice: unpack('unzip'), isLike: isZip },
  {
    name: 'a Parquet file',
    advice: `Write it as CSV and load that file: duckdb -c "COPY (FROM 'list.parquet') TO 'list.csv'".`,
    isLike: (start) => text('PAR1\u0015')(start) || text('PARE')(start),
  },
  { name: 'an Arrow file', advice: 'Write it as CSV and load that file.', isLike: text('ARROW1\u0000') },
  {
    name: 'an SQLite database',
    advice: 'Write its table as CSV and load that file.',
    isLike: text('SQLite format 3\u0000'),
  },
  { name: 'compressed with Zstandard (zst)', advice: unpack('zstd -d'), isLike: bytes(0x28, 0xb5, 0x2f, 0xfd) },
  { name: 'compressed with xz', advice: unpack('unxz'), isLike: bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00) },
  {
    name: 'compressed with bzip2',
    advice: unpack('bunzip2'),
    isLike: (start) => /^BZh[1-9]1AY&SY/.test(start.toString('latin1', 0, 10)),
  },
  { name: 'compressed with lz4', advice: unpack('unlz4'), isLike: bytes(0x04, 0x22, 0x4d, 0x18) },
  { name: 'a 7z archive', advice: unpack('7z x'), isLike: bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c) },
  { name: 'a tar archive', advice: unpack('tar -xf'), isLike: text('ustar', 257) },
  { name: 'a PDF', advice: 'Load the table behind it as CSV.', isLike: text('%PDF-') },
  {
    name: 'text in UTF-16',
    advice: 'Save it as UTF-8: iconv -f UTF-16 -t UTF-8.',
    isLike: (start) => bytes(0xff, 0xfe)(start) || bytes(0xfe, 0xff)(start),
  },
  {
    name: 'a web page (HTML)',
    advice: 'Download the file itself: this is probably a page about it, or an error page.',
    isLike: isHtml,
  },
];

/**
 * Rejects a file that cannot be a list, by its first bytes, with its type and how to convert it.
 *
 * @param start - beginning of the file after decompression; 64 KiB are enough.
 * @param file - name of the file as given by the caller.
 * @throws {CliError}
 */
export function assertReadable(start: Uint8Array, file: string): void {
  const bytesOfStart = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const kind = FOREIGN.find(({ isLike }) => isLike(bytesOfStart));
  if (kind !== undefined) throw new CliError('unknown_format', `${file} is ${kind.name}`, { hint: kind.advice });
}
