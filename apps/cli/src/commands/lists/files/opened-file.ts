import { type FileBytes, type FileContent, openFileBytes } from './file-bytes';
import type { ListFile } from './list-file';

/** Bytes from which the format is detected. */
const START_BYTES = 65_536;

/** A file of which the beginning was read. */
interface OpenedFile {
  /** Its contents still include the beginning. */
  readonly bytes: FileBytes;
  /** Beginning of the first content. */
  readonly start: Uint8Array;
  /** Name of the first content. */
  readonly file: string;
}

/** Opens a file, and reads the beginning of its first content. @throws what {@link FileBytes.contents} throws. */
export async function openedFile(first: ListFile, size: number | null): Promise<OpenedFile> {
  const bytes = openFileBytes(first, size);
  try {
    const content = await bytes.contents.next();
    if (content.done === true) return { bytes, start: new Uint8Array(0), file: first.file };
    const { file, chunks } = content.value;
    const reading = chunks[Symbol.asyncIterator]();
    const read = await startOf(reading);
    const again = withFirst({ file, chunks: followedBy(read, reading) }, bytes.contents);
    return { bytes: { ...bytes, contents: again }, start: Buffer.concat(read), file };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function startOf(reading: AsyncIterator<Uint8Array>): Promise<readonly Uint8Array[]> {
  const read: Uint8Array[] = [];
  for (let length = 0; length < START_BYTES;) {
    const next = await reading.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
  }
  return read;
}

async function* withFirst(first: FileContent, rest: FileBytes['contents']): AsyncGenerator<FileContent, undefined> {
  yield first;
  yield* rest;
  return undefined;
}

async function* followedBy(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
