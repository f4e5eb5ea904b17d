/** Reasons of the file system, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the limit for the size of a file is reached',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist, or the folder that would contain it does not',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'its path leads through a file',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
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
