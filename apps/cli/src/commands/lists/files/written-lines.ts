import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cannotUse } from '../../../output/file-fault';

/** Lines of a write. */
const CHUNK_LINES = 10_000;

/**
 * Writes lines to a file, which is replaced as a whole at the end.
 *
 * @param path - absolute.
 * @param file - name in messages.
 * @returns SHA-256 of the content, in hex digits.
 * @throws {CliError} for an error of the file system.
 */
export async function writeLines(path: string, file: string, lines: Iterable<string>): Promise<string> {
  const hash = createHash('sha256');
  const unfinished = `${path}.new`;
  try {
    await pipeline(Readable.from(chunksOf(lines, (text) => hash.update(text))), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    return cannotUse(file, 'written')(error);
  }
  return hash.digest('hex');
}

function* chunksOf(lines: Iterable<string>, onChunk: (text: string) => void): Generator<string> {
  let chunk: string[] = [];
  const joined = (): string => {
    const text = chunk.map((line) => `${line}\n`).join('');
    onChunk(text);
    chunk = [];
    return text;
  };
  for (const line of lines) if (chunk.push(line) === CHUNK_LINES) yield joined();
  if (chunk.length > 0) yield joined();
}
