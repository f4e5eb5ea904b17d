import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';

/** Place of the definition of an accepted candidate: a catalogue file, or the database under an origin. */
export type AcceptTarget =
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly directory: string;
      /** Replaces an existing file. */
      readonly force: boolean;
    }
  | { readonly kind: 'database'; readonly origin: string };

/** Same pattern as in the schema of catalogue files: it cannot name another folder. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_LENGTH_MAX = 64;

/** @throws {CliError} for an id that no drop can have. */
export function assertDropId(id: string): void {
  if (SLUG.test(id) && id.length <= SLUG_LENGTH_MAX) return;
  throw new CliError(
    INVALID_ARGUMENT,
    `--id must be up to ${SLUG_LENGTH_MAX} lower-case letters, digits and single hyphens, such as linea-2`,
  );
}

/** A written file, until the acceptance is recorded. */
interface WrittenFile {
  /** Restores the former state of the folder. */
  readonly undo: () => Promise<void>;
}

/** Path of the file of a drop. @throws {CliError} for an id that no drop can have. */
export function dropPath(directory: string, id: string): string {
  assertDropId(id);
  return join(directory, `${id}.yaml`);
}

/**
 * Writes a file that did not exist; with `force` it replaces one. Links are replaced, never followed.
 *
 * @throws {CliError} `file_exists`, `file_unwritable`.
 */
export async function writeDropFile(
  path: string,
  directory: string,
  text: string,
  force: boolean,
): Promise<WrittenFile> {
  try {
    await mkdir(directory, { recursive: true });
    const former = force ? await readFile(path).catch(() => null) : null;
    if (force) await rm(path, { force: true });
    await writeFile(path, text, { flag: 'wx' });
    return { undo: () => (former === null ? rm(path, { force: true }) : writeFile(path, former)) };
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'EEXIST') throw fileExists(path);
    if (code === undefined) throw error;
    throw new CliError('file_unwritable', `${path} cannot be written (${code})`, { cause: error });
  }
}

/** Error for a file that exists. */
export const fileExists = (path: string): CliError =>
  new CliError('file_exists', `${path} exists`, {
    hint: 'Choose another id with --id, or replace the file with --force',
  });
