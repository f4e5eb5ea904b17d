/** Why the migrations cannot be applied; the first three are about the past, `failed` about the SQL. */
export type MigrationFault = 'edited' | 'missing' | 'unfinished' | 'failed';

/** The database and the directory of migrations do not fit, or a migration failed. Nothing of it was applied. */
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
