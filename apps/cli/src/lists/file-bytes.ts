import { ListRefusedError } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CliError } from '../output/cli-error';

/** A file that is read as it is asked for. */
export interface FileBytes {
  /** Once; unpacked where gzip packed it. @throws {CliError} @throws {ListRefusedError} where it is damaged. */
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
  /** How much of the file was read, as it lies there. */
  bytesRead(): number;
  /** Of the file as it lies there, hex; right once all chunks were read. */
  sha256(): string;
}

/** Pieces in which files are unpacked. */
const CHUNK_BYTES = 131_072;

/**
 * Opens a file to be read in constant memory. Whether gzip packed it is told from its first bytes.
 *
 * @param file - what it is called in faults.
 */
export function openFileBytes(path: string, file: string): FileBytes {
  const hash = createHash('sha256');
  let bytes = 0;
  const look = (chunk: Uint8Array): void => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  return {
    chunks: readChunks(path, file, look),
    bytesRead: () => bytes,
    sha256: () => hash.copy().digest('hex'),
  };
}

/** Bytes of a file; null for what has no size, such as a pipe. @throws {CliError} when it cannot be read. */
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
  ENOENT: 'there is no such file',
  EACCES: 'the permission is missing',
  EISDIR: 'it is a folder',
};

async function* readChunks(
  path: string,
  file: string,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const raw = lookedAt(stream, look);
  try {
    const first = await raw.next();
    if (first.done === true) return;
    const all = startingWith(first.value, raw);
    if (!isGzip(first.value)) {
      yield* all;
      return;
    }
    const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
    // Its error comes out of the loop as well.
    pipeline(Readable.from(all), unpacked, () => undefined);
    yield* unpacked as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) {
      const fault = { file, line: null, message: 'its gzip compression is damaged, or cut off' };
      throw new ListRefusedError([fault], 1);
    }
    if (syscall === 'read' || syscall === 'open') cannotRead(path, error);
    throw error;
  } finally {
    stream.destroy();
  }
  return undefined;
}

async function* lookedAt(
  file: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of file) {
    look(chunk);
    yield chunk;
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;
