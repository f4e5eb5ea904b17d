import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { EXPANSION_MAX, expandsTooFar } from '../../lists/files/bounded';
import { CliError } from '../../../output/cli-error';

/** File name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Content of a file or of standard input, decompressed if its first bytes are those of gzip.
 *
 * @param path - absolute, or {@link STANDARD_INPUT}.
 * @throws {CliError} `file_unreadable`, on iteration.
 */
export async function* openInput(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const name = path === STANDARD_INPUT ? 'standard input' : path;
  try {
    yield* unpacked(path === STANDARD_INPUT ? stdin : (createReadStream(path) as AsyncIterable<Uint8Array>));
  } catch (error) {
    throw new CliError('file_unreadable', `${name} cannot be read: ${inputFailure(error)}`, { cause: error });
  }
}

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const start = await firstBytes(source);
    const whole = chain(start, source);
    // Not pipeline(): it would reject with an error of its own instead of the error of the file.
    if (start[0] === 0x1f && start[1] === 0x8b) yield* gunzip(whole);
    else yield* whole;
  } finally {
    await source.return?.();
  }
}

/** First chunk with at least two bytes, if there are that many: a pipe may yield single bytes. */
async function firstBytes(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const { done, value } = await source.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* chain(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  for (;;) {
    const { done, value } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let [compressed, expanded] = [0, 0];
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      compressed += chunk.length;
      yield chunk;
    }
  };
  const source = Readable.from(counted());
  source.on('error', (error) => gunzip.destroy(error));
  for await (const chunk of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
    expanded += chunk.length;
    if (expandsTooFar(expanded, compressed)) throw new ExpansionError();
    yield chunk;
  }
}

/** Compressed data that expands further than any file of rows. */
class ExpansionError extends Error {
  override readonly name = 'ExpansionError';
  constructor() {
    super(`it expands more than ${EXPANSION_MAX} times`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  Z_BUF_ERROR: 'its compressed data is truncated',
  Z_DATA_ERROR: 'its compressed data is damaged',
};

function inputFailure(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? String(message);
}
