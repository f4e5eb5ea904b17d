/** Reasons for which a program cannot run on a database as it is. */
export type SchemaFault =
  | 'database_empty'
  | 'database_foreign'
  | 'database_outdated'
  | 'database_newer'
  | 'database_forbidden'
  | 'database_migrating';

/** The tables of the database are not those of this program. The message is one sentence: the problem and the mend. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  constructor(
    readonly code: SchemaFault,
    readonly problem: string,
    /** Action that fixes it, as a part of a sentence. */
    readonly mend: string,
    /** Migrations that cause it. */
    readonly migrations: readonly string[] = [],
  ) {
    super(`${problem}: ${mend}`);
  }
}

/** Reasons for which migrations cannot be applied: the first three concern the history, `failed` the SQL. */
type MigrationFault = 'edited' | 'missing' | 'unfinished' | 'failed';

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
