import type { DropDefinition } from '@droptrack/catalogue';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { size } from '../../../output/format';
import { compileSchemaCheck } from './drop-schema';
import { type CatalogueFault, compareFaults, formatPath, type Path, quote, wholeFile } from './fault';
import { type DropReading, readDropText } from './read-drop';

export type { CatalogueFault } from './fault';

/** Content of a folder of catalogue files. */
export interface CatalogueReading {
  /** Drops of the files without errors, by id. */
  readonly definitions: DropDefinition[];
  /** Errors of all files, by file and line. */
  readonly faults: CatalogueFault[];
  /**
   * Error at a path of a drop's file, for checks that need more than the file.
   *
   * @param id - id of one of the definitions.
   */
  fault(id: string, path: Path, message: string): CatalogueFault;
}

/**
 * Reads every catalogue file of a folder.
 *
 * Never throws for the content of the folder: missing, unreadable and invalid files are reported together as errors. The
 * caller decides whether to continue without them.
 *
 * @param bytesMax - of all files together: they are held in memory.
 */
export async function readCatalogue(dir: string, bytesMax: number = CATALOGUE_LIMITS.bytes): Promise<CatalogueReading> {
  const list = await listCatalogueFiles(dir);
  if ('fault' in list) {
    const fault = () => wholeFile('', list.fault);
    return { definitions: [], faults: [fault()], fault };
  }

  const checkSchema = compileSchemaCheck();
  const readings = new Map<string, DropReading>();
  let length = 0;
  for (const file of list.names) {
    const read = await readCatalogueText(dir, file);
    if ('text' in read) length += read.text.length;
    if (length > bytesMax) {
      const fault = () => wholeFile('', `the folder has more than ${size(bytesMax)} of catalogue files`);
      return { definitions: [], faults: [fault()], fault };
    }
    // Parsing blocks the process: signals to stop are received between two files.
    await nextTurn();
    readings.set(file, 'text' in read ? readDropText(file, read.text, checkSchema) : unread(file, read.fault));
  }
  const repeated = findRepeatedIds(readings);
  const conflicting = new Set(repeated.map(({ file }) => file));
  const definitions = [...readings].flatMap(([file, { definition }]) =>
    definition === null || conflicting.has(file) ? [] : [definition],
  );
  const files = new Map([...readings].map(([file, { idAt }]) => [idAt?.id, file]));
  return {
    fault: (id, path, message) => {
      const file = files.get(id) ?? '';
      const position = readings.get(file)?.positionOf?.(path) ?? { line: 1, column: 1 };
      return { file, ...position, path: formatPath(path), message };
    },
    definitions: definitions.sort((a, b) => (a.id < b.id ? -1 : 1)),
    faults: [...[...readings.values()].flatMap(({ faults }) => faults), ...repeated].sort(compareFaults),
  };
}

function unread(file: string, fault: string): DropReading {
  return { definition: null, faults: [wholeFile(file, fault)], idAt: null, positionOf: null };
}

/** Errors for an id that several files use, one per file. */
function findRepeatedIds(readings: ReadonlyMap<string, DropReading>): CatalogueFault[] {
  const uses = new Map<string, { file: string; line: number; column: number }[]>();
  for (const [file, { idAt }] of readings) {
    if (idAt === null) continue;
    uses.set(idAt.id, [...(uses.get(idAt.id) ?? []), { file, line: idAt.line, column: idAt.column }]);
  }
  return [...uses].flatMap(([id, places]) =>
    places.flatMap((place) => {
      const other = places.find(({ file }) => file !== place.file);
      if (other === undefined) return [];
      return [{ ...place, path: 'id', message: `${quote(id)} is also the id in ${other.file}:${other.line}` }];
    }),
  );
}

/** Limits of a catalogue folder: a file has some 2 KiB, and the service is designed for 10 000 drops. */
export const CATALOGUE_LIMITS = { files: 20_000, fileBytes: 256 * 1024, bytes: 128 * 1024 * 1024 } as const;

/** Names of the catalogue files in a folder, or the reason why it cannot be read. */
type FileList = { readonly names: readonly string[] } | { readonly fault: string };

/**
 * Names of the `.yaml` and `.yml` files of a folder. Folders, links and hidden files (such as those of editors) are
 * skipped.
 */
export async function listCatalogueFiles(dir: string): Promise<FileList> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(systemCode);
  if (typeof entries === 'string') return { fault: `the folder cannot be read (${entries})` };
  const names = entries
    .filter((entry) => entry.isFile() && /^[^.].*\.ya?ml$/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  return names.length > CATALOGUE_LIMITS.files
    ? { fault: `the folder has more than ${CATALOGUE_LIMITS.files} files` }
    : { names };
}

/** Text of a file, or the reason why it cannot be read. */
type FileText = { readonly text: string } | { readonly fault: string };

/** Reads a file of UTF-8 text, without loading more than the limit into memory. */
export async function readCatalogueText(dir: string, name: string): Promise<FileText> {
  const bytes = await readStart(join(dir, name)).catch(systemCode);
  if (typeof bytes === 'string') return { fault: `cannot be read (${bytes})` };
  if (bytes.length > CATALOGUE_LIMITS.fileBytes) {
    return { fault: `is too big: at most ${CATALOGUE_LIMITS.fileBytes / 1024} KiB` };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'is not UTF-8 text' };
  }
}

/** First bytes of a file, up to one more than the limit. */
async function readStart(path: string): Promise<Uint8Array> {
  // O_NOFOLLOW: a link that has replaced the file since the listing is not followed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const buffer = new Uint8Array(CATALOGUE_LIMITS.fileBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Error code of the system (`ENOENT`), without its message, which contains paths. */
function systemCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown reason';
}
