import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';
import { readable } from '../../../output/readable';
import type { ListFile } from './list-file';

/** Name of standard input. */
const STDIN = '-';
/** Maximum number of files of a list. */
const LIST_FILES_MAX = 100_000;
/** Maximum size of a list of file names: enough for the maximum number of files. */
const NAMES_BYTES_MAX = 64 * 1_024 * 1_024;

/** The files of a list as given by the caller. */
interface NamedFiles {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** A file with one path per line, `-` for standard input; null if not given. */
  readonly filesFrom: string | null;
  /** Names of files and folders within folders that are no part of the list, with `*` and `?` as wildcards; none when not given. */
  readonly exclude?: readonly string[];
}

interface ListPathsDeps {
  /** Directory that relative paths are resolved against. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Files of a list. A folder stands for every file in it except hidden and excluded ones, and `-` for the content of standard input. `--files-from` exists because thousands of
 * names exceed the argument limit of the shell that `npx` starts, which then exits without a message.
 *
 * @throws {CliError} if there is none, one cannot be read, or a folder contains folders.
 */
export async function findListFiles(
  { paths, filesFrom, exclude = [] }: NamedFiles,
  deps: ListPathsDeps,
): Promise<ListFile[]> {
  const named = filesFrom === null ? paths : [...paths, ...(await readNames(filesFrom, deps))];
  if (named.length === 0) {
    throw new CliError(INVALID_ARGUMENT, 'No file was given', {
      hint: 'Pass files or folders, or a file with their names: --files-from names.txt, or - for standard input.',
    });
  }
  const files: ListFile[] = [];
  const excluded = new Exclusions(exclude);
  for (const name of named) {
    if (name === STDIN) {
      files.push(standardInput(filesFrom, files, deps));
      continue;
    }
    const path = resolve(deps.cwd, name);
    // Any other problem with a file is reported when it is opened.
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    for (const file of isFolder ? await filesIn(path, name, excluded) : [name])
      files.push({ path: resolve(deps.cwd, file), file: readable(file) });
    if (files.length > LIST_FILES_MAX)
      throw new CliError(INVALID_ARGUMENT, `A list can have up to ${LIST_FILES_MAX} files`);
  }
  excluded.assertAllMatched();
  return files;
}

/** Patterns of names within folders. One that matches nothing is probably misspelt. */
class Exclusions {
  readonly #unmatched: Set<string>;

  constructor(private readonly patterns: readonly string[]) {
    this.#unmatched = new Set(patterns);
  }

  has(name: string): boolean {
    const matching = this.patterns.filter((pattern) => wildcards(pattern).test(name));
    for (const pattern of matching) this.#unmatched.delete(pattern);
    return matching.length > 0;
  }

  /** @throws {CliError} */
  assertAllMatched(): void {
    const [first] = this.#unmatched;
    if (first === undefined) return;
    throw new CliError(INVALID_ARGUMENT, `--exclude ${readable(first)} matches no file of a folder`, {
      hint: 'It is a name within the given folders, such as README.md or *.txt.',
    });
  }
}

/** `*` stands for any characters, `?` for one. */
const wildcards = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'u',
  );

/** @throws {CliError} if standard input is already read. */
function standardInput(filesFrom: string | null, files: readonly ListFile[], { stdin }: ListPathsDeps): ListFile {
  if (filesFrom === STDIN || files.some(({ source }) => source !== undefined)) {
    throw new CliError(INVALID_ARGUMENT, 'Standard input (-) can be read only once');
  }
  return { path: STDIN, file: 'stdin', source: stdin };
}

async function filesIn(path: string, name: string, excluded: Exclusions): Promise<string[]> {
  const all = (await readdir(path)).filter((entry) => !entry.startsWith('.'));
  const entries = all.filter((entry) => !excluded.has(entry)).sort();
  for (const entry of entries) {
    if (!(await stat(join(path, entry))).isDirectory()) continue;
    throw new CliError('folder_in_folder', `The folder ${name} contains the folder ${readable(entry)}`, {
      hint: 'Subfolders are not read: pass the folder that contains the files of the list, or leave this one out with --exclude.',
    });
  }
  if (entries.length > 0) return entries.map((entry) => join(name, entry));
  throw new CliError('empty_folder', `The folder ${name} ${all.length === 0 ? 'is empty' : 'has only excluded files'}`);
}

async function readNames(file: string, { cwd, stdin }: ListPathsDeps): Promise<string[]> {
  const text = await readAll(file === STDIN ? stdin : createReadStream(resolve(cwd, file))).catch((error: unknown) => {
    if (error instanceof CliError) throw error;
    throw new CliError('unreadable_file', `${file} (--files-from) cannot be read`, { cause: error });
  });
  const names = text.split(/\r?\n/).filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new CliError(INVALID_ARGUMENT, `--files-from ${file} contains no file name`);
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
