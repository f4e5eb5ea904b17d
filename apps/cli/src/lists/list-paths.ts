import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import type { ListFile } from './open-list-files';

/** Most files of one list. */
export const LIST_FILES_MAX = 100_000;
/** Longest list of file names, in bytes: as many as there can be files. */
const NAMES_BYTES_MAX = 64 * 1_024 * 1_024;

/** The files of a list, as the caller named them. */
export interface NamedFiles {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** A file with a path on each line, `-` for standard input; null when not given. */
  readonly filesFrom: string | null;
}

export interface ListPathsDeps {
  /** Folder at which relative paths begin. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Finds the files of a list. A folder stands for every file in it but hidden ones. A list may have more files than a
 * command line can name: thousands of them exceed the limit of the shell that `npx` starts, which then ends without a
 * message.
 *
 * @throws {CliError} when there is none, one cannot be read, or a folder has folders in it.
 */
export async function findListFiles({ paths, filesFrom }: NamedFiles, deps: ListPathsDeps): Promise<ListFile[]> {
  const named = filesFrom === null ? paths : [...paths, ...(await readNames(filesFrom, deps))];
  if (named.length === 0) {
    throw new CliError(INVALID_ARGUMENT, 'No file is given', {
      hint: 'Name files or folders, or give a list of names: --files-from names.txt, or - for standard input.',
    });
  }
  const files: ListFile[] = [];
  for (const name of named) {
    const path = resolve(deps.cwd, name);
    // Whatever else is wrong with a file is reported when it is opened.
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    for (const file of isFolder ? await filesIn(path, name) : [name])
      files.push({ path: resolve(deps.cwd, file), file });
    if (files.length > LIST_FILES_MAX)
      throw new CliError(INVALID_ARGUMENT, `A list has at most ${LIST_FILES_MAX} files`);
  }
  return files;
}

async function filesIn(path: string, name: string): Promise<string[]> {
  const entries = (await readdir(path)).filter((entry) => !entry.startsWith('.')).sort();
  for (const entry of entries) {
    if (!(await stat(join(path, entry))).isDirectory()) continue;
    throw new CliError('folder_in_folder', `The folder ${name} has the folder ${entry} in it`, {
      hint: 'Only the files of a folder are read: name the folder that holds the files of the list.',
    });
  }
  if (entries.length > 0) return entries.map((entry) => join(name, entry));
  throw new CliError('empty_folder', `The folder ${name} has no files in it`);
}

async function readNames(file: string, { cwd, stdin }: ListPathsDeps): Promise<string[]> {
  const text = await readAll(file === '-' ? stdin : createReadStream(resolve(cwd, file))).catch((error: unknown) => {
    if (error instanceof CliError) throw error;
    throw new CliError('unreadable_file', `${file} (--files-from) cannot be read`, { cause: error });
  });
  const names = text.split(/\r?\n/).filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new CliError(INVALID_ARGUMENT, `--files-from ${file} names no file`);
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > NAMES_BYTES_MAX) throw new CliError(INVALID_ARGUMENT, 'The names of --files-from exceed 64 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
