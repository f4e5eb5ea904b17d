import { writeFile } from 'node:fs/promises';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';
import { readable } from '../../../output/readable';
import type { ListFile } from './list-file';

/** File of errors, one line each. */
export interface ErrorFile {
  readonly path: string;
  write(lines: readonly string[]): Promise<void>;
}

/**
 * File for the errors of a list.
 *
 * @param path - absolute.
 * @throws {CliError} for a file of the list, which would be overwritten.
 */
export function errorFile(path: string, files: readonly ListFile[]): ErrorFile {
  if (files.some((file) => file.path === path)) {
    throw new CliError(INVALID_ARGUMENT, '--errors-to must not be a file of the list, which it would overwrite');
  }
  return {
    path,
    async write(lines) {
      const text = lines.map((line) => `${line}\n`).join('');
      await writeFile(path, text).catch((error: unknown) => {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new CliError('unwritable_file', `${readable(path)} (--errors-to) cannot be written: ${code}`, {
          cause: error,
        });
      });
    },
  };
}
