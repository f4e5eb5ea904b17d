import { ListRejectedError } from '@droptrack/persistence';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { CliError } from '../../../output/cli-error';
import { readable } from '../../../output/readable';
import { assertExpansion, rejectFile } from './bounded';
import { officeError } from './foreign-files';
import { isGzip, isZip, isZstd } from './magic';

/** A file of an archive. */
interface ArchivedFile {
  /** Name of the archive and of the file in it, for error messages. */
  readonly file: string;
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
}

/** Callbacks for the bytes of an archive. */
interface ArchiveObserver {
  /** Called with all bytes of the archive, in order, before its first file. */
  readonly content: (chunk: Uint8Array) => void;
  /** Called with the number of compressed bytes of every file that was read. */
  readonly read: (bytes: number) => void;
}

/** Maximum number of files in an archive. */
const FILES_MAX = 10_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the files of a zip archive in the order of their names, as streams. Folders and hidden files are skipped.
 *
 * @param file - name of the archive in error messages.
 * @throws {ListRejectedError} for an archive that is damaged, encrypted or nested, or that expands too far.
 */
export async function* readZip(path: string, file: string, observer: ArchiveObserver): AsyncGenerator<ArchivedFile> {
  const handle = await open(path);
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 }))
      observer.content(chunk as Buffer);
    const { size } = await handle.stat();
    const zip = await orDamaged(file, () => fromFdPromise(handle.fd, { autoClose: false, lazyEntries: true }));
    const entries = await orDamaged(file, () => entriesOf(zip, file));
    assertBounded(entries, size, file);
    for (const entry of entries) {
      const name = nameOf(file, entry);
      yield { file: name, chunks: contentOf(zip, entry, name) };
      observer.read(entry.compressedSize);
    }
  } finally {
    await handle.close();
  }
}

/** Name of a file in error messages: a name in an archive can contain commands of a terminal. */
const nameOf = (archive: string, { fileName }: Entry): string => `${archive}/${readable(fileName)}`;

/** Files of an archive, in the order of their names. */
async function entriesOf(zip: ZipFile, file: string): Promise<readonly Entry[]> {
  if (zip.entryCount > FILES_MAX) rejectFile(file, `it contains more than ${FILES_MAX} files`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (names.size < entries.length) rejectFile(file, 'it contains two files of one name');
  if (names.has('[Content_Types].xml')) throw officeError(file, 'an Excel workbook (xlsx)');
  if (names.has('mimetype') && names.has('content.xml')) throw officeError(file, 'an OpenDocument sheet (ods)');
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !isHidden(fileName));
  if (files.length === 0) rejectFile(file, 'it contains no file');
  return files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** Hidden files, among them those that macOS adds. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/** Rejects an archive by its directory, before any file is decompressed. */
function assertBounded(entries: readonly Entry[], size: number, file: string): void {
  let [compressed, expanded] = [0, 0];
  for (const entry of entries) {
    const name = nameOf(file, entry);
    if (entry.isEncrypted()) rejectFile(name, 'it is encrypted: extract it with its password, and load its content');
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      rejectFile(
        name,
        `it is compressed with method ${entry.compressionMethod}; only stored and deflated files are read`,
      );
    }
    compressed += entry.compressedSize;
    expanded += entry.uncompressedSize;
  }
  // Files that share their data, as in a zip bomb.
  if (compressed > size) rejectFile(file, 'its files overlap');
  assertExpansion(expanded, size, file);
}

async function* contentOf(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array, undefined> {
  let [sum, isFirst] = [0, true];
  const stream = await orDamaged(name, () => zip.openReadStreamPromise(entry));
  try {
    const chunks = stream.iterator({ destroyOnReturn: true }) as AsyncIterableIterator<Buffer>;
    for (;;) {
      const next = await orDamaged(name, () => chunks.next());
      if (next.done === true) break;
      if (isFirst) assertNotNested(next.value, name);
      isFirst = false;
      sum = crc32(next.value, sum);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
  if (sum !== entry.crc32) rejectFile(name, DAMAGED);
  return undefined;
}

function assertNotNested(start: Uint8Array, name: string): void {
  if (isZip(start) || isZstd(start) || isGzip(start)) {
    rejectFile(name, 'it is an archive or compressed itself: extract it, and load its content');
  }
}

const DAMAGED = 'its zip data is damaged or truncated';

/** Converts errors of the library, whose messages quote the archive. */
async function orDamaged<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CliError || error instanceof ListRejectedError) throw error;
    rejectFile(name, DAMAGED);
  }
}
