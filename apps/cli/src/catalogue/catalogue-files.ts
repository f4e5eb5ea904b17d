import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Limits of a catalogue folder: a file has some 2 KiB, and the service is designed for 10 000 drops. */
export const CATALOGUE_LIMITS = { files: 20_000, fileBytes: 256 * 1024 } as const;

/** Names of the catalogue files in a folder, or the reason why it cannot be read. */
export type FileList = { readonly names: readonly string[] } | { readonly fault: string };

/**
 * Names of the `.yaml` and `.yml` files of a folder. Folders, links and hidden files (such as those of editors) are
 * skipped.
 */
export async function listCatalogueFiles(dir: string): Promise<FileList> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(reasonOf);
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
export type FileText = { readonly text: string } | { readonly fault: string };

/** Reads a file of UTF-8 text, without loading more than the limit into memory. */
export async function readCatalogueText(dir: string, name: string): Promise<FileText> {
  const bytes = await readStart(join(dir, name)).catch(reasonOf);
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
function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown reason';
}
