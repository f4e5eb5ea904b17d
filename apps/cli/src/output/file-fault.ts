import { CliError } from './cli-error';

/** Reasons of the file system, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'the quota is used up; free space, or use another place',
  EFBIG: 'the limit for the size of a file is reached',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist, or the folder that would contain it does not',
  ENOSPC: 'the disk is full; free space, or use another one',
  ENOTDIR: 'its path leads through a file',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only; use another one',
};

/**
 * Reason of an error of the file system; null for any other error.
 *
 * @param more - reasons that replace those of files.
 */
export function fileFault(error: unknown, more: Readonly<Record<string, string>> = {}): string | null {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // The database can be denied to a connection as well.
  return syscall === undefined || syscall === 'connect' ? null : (more[code] ?? REASONS[code] ?? null);
}

/** @throws {CliError} `cannot_use_file` for an error of the file system, and the error otherwise. */
export const cannotUse =
  (file: string, verb: 'read' | 'written') =>
  (cause: unknown): never => {
    const fault = fileFault(cause);
    throw fault === null ? cause : new CliError('cannot_use_file', `${file} cannot be ${verb}: ${fault}`, { cause });
  };
