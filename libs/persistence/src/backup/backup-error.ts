/** Reasons for which a backup cannot be made or restored. */
type BackupFault =
  | 'database_foreign'
  | 'database_migrating'
  | 'database_not_empty'
  | 'database_in_use'
  | 'backup_foreign'
  | 'backup_damaged'
  | 'backup_newer';

/** A backup cannot be made or restored, and nothing has changed. The message is one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(
    readonly code: BackupFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A file that is not as it was written: truncated, or with other bytes. */
export const damaged = (reason: string, cause?: unknown): BackupError =>
  new BackupError('backup_damaged', `The backup is damaged: ${reason}`, { cause });
