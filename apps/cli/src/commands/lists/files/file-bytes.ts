import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CliError } from '../../../output/cli-error';
import { readable } from '../../../output/readable';
import { bounded, rejectFile } from './bounded';
import { assertReadable } from './foreign-files';
import type { ListFile } from './list-file';
import { isGzip, isZip, isZstd } from './magic';
import { readZip } from './zip';
import { InvalidZstdError, unzstd } from './zstd';

/** A file that is read as a stream. */
export interface FileBytes {
  /**
   * Content of the file, decompressed, or of each file of an archive in the order of their names; to be iterated once.
   *
   * @throws {CliError} @throws {ListRejectedError} if damaged.
   */
  readonly contents: AsyncGenerator<FileContent, undefined>;
  /** Bytes of the file read so far, before decompression. */
  bytesRead(): number;
  /** SHA-256 of the file before decompression, hex; final once all contents were read. */
  sha256(): string;
  /** Stops reading. Idempotent. */
  close(): Promise<void>;
}

/** Content of a file, or of a file in an archive. */
export interface FileContent {
  /** Name in error messages. */
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Chunk size of decompressed files. */
const CHUNK_BYTES = 131_072;
/** Maximum size of files that are read at once: a stream takes several steps per file, noticeable with thousands of files. */
const SMALL_BYTES = 1_048_576;
/** Bytes of a file before decompression. */
interface Observed {
  hash: Hash;
  bytes: number;
}

/**
 * Opens a file for reading in constant memory. Compression is detected by the first bytes.
 *
 * @param size - from {@link sizeOf}.
 */
export function openFileBytes(file: ListFile, size: number | null): FileBytes {
  const observed: Observed = { hash: createHash('sha256'), bytes: 0 };
  const contents = readContents(file, size, observed);
  return {
    contents,
    bytesRead: () => observed.bytes,
    sha256: () => observed.hash.copy().digest('hex'),
    close: async () => void (await contents.return(undefined)),
  };
}

/** Size of a file in bytes; null if it has none, such as a pipe. @throws {CliError} if it cannot be read. */
export async function sizeOf({ path, source }: ListFile): Promise<number | null> {
  if (source !== undefined) return null;
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
  throw new CliError('unreadable_file', `${readable(path)} cannot be read: ${REASONS[code] ?? code}`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

async function* readContents(
  { path, file, source }: ListFile,
  size: number | null,
  observed: Observed,
): AsyncGenerator<FileContent, undefined> {
  const raw = observe(source ?? bytesOf(path, size), observed);
  try {
    const first = await raw.next();
    const start = first.done === true ? new Uint8Array(0) : first.value;
    if (isZip(start)) {
      assertReadable(start, file);
      await raw.return(undefined);
      yield* filesOf(path, file, size, observed);
    } else {
      yield { file, chunks: decompressed(start, raw, file, observed) };
    }
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'read' || syscall === 'open') cannotRead(path, error);
    throw error;
  } finally {
    await raw.return(undefined);
  }
  return undefined;
}

async function* bytesOf(path: string, size: number | null): AsyncGenerator<Uint8Array> {
  if (size !== null && size <= SMALL_BYTES) yield readFileSync(path);
  else yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
}

async function* observe(chunks: AsyncIterable<Uint8Array>, observed: Observed): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of chunks) {
    observed.hash.update(chunk);
    observed.bytes += chunk.length;
    yield chunk;
  }
  return undefined;
}

async function* filesOf(
  path: string,
  file: string,
  size: number | null,
  observed: Observed,
): AsyncGenerator<FileContent> {
  if (size === null) {
    throw new CliError('unreadable_file', `${file} is a zip archive, which cannot be read as a stream`, {
      hint: 'Save it as a file, and load that.',
    });
  }
  Object.assign(observed, { hash: createHash('sha256'), bytes: 0 });
  yield* readZip(path, file, {
    content: (chunk) => observed.hash.update(chunk),
    read: (bytes) => (observed.bytes += bytes),
  });
}

/** @param start - first bytes of `raw`, already read. */
async function* decompressed(
  start: Uint8Array,
  raw: AsyncIterable<Uint8Array>,
  file: string,
  observed: Observed,
): AsyncGenerator<Uint8Array, undefined> {
  const all = startingWith(start, raw);
  try {
    if (isGzip(start)) yield* bounded(gunzipped(all), () => observed.bytes, file);
    else if (isZstd(start)) yield* bounded(unzstd(all), () => observed.bytes, file);
    else yield* all;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) rejectFile(file, 'its gzip data is damaged or truncated');
    if (error instanceof InvalidZstdError) rejectFile(file, error.message);
    throw error;
  }
  return undefined;
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* rest;
}

async function* gunzipped(all: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // The loop below throws its error as well.
  pipeline(Readable.from(all), unpacked, () => undefined);
  yield* unpacked as AsyncIterable<Uint8Array>;
  return undefined;
}
