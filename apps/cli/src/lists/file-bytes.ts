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
