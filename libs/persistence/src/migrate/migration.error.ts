/** Reasons for which migrations cannot be applied: the first three concern the history, `failed` the SQL. */
export type MigrationFault = 'edited' | 'missing' | 'unfinished' | 'failed';

/** The history of the database does not match the directory, or a migration failed and was rolled back. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  constructor(
    readonly code: MigrationFault,
    /** Name of its directory. */
    readonly migration: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Migration ${migration} ${reason}`, options);
  }
}
