import { explainDatabaseFault } from './database/fault';
import { OtherDatabaseError } from './log/same-log';
import { MigrationError, SchemaError, type SchemaFault } from './migrate/schema-error';

/** Explanations of errors, apart from the library: the command line loads no driver until a command needs the database. */
export { type DatabaseFault, explainDatabaseFault } from './database/fault';

/** Code and sentence of a failure, for the log of a program. */
interface Explanation {
  readonly code: string;
  readonly message: string;
}

/**
 * Explains an error of the database, of its schema or of its replica.
 *
 * @returns null for other errors.
 */
export function explainDatabaseError(error: unknown): Explanation | null {
  if (error instanceof SchemaError || error instanceof OtherDatabaseError) return error;
  if (error instanceof MigrationError) return { code: 'migration', message: error.message };
  const fault = explainDatabaseFault(error);
  return fault && { code: fault.code, message: `${fault.problem}; ${fault.mend}` };
}

/** As {@link explainDatabaseError}, for the replica: its address is in DATABASE_READ_URL, and no command migrates it. */
export function explainReplicaError(error: unknown): Explanation | null {
  if (error instanceof SchemaError && OF_REPLICA[error.code] !== undefined) {
    return { code: error.code, message: `${OF_REPLICA[error.code]}` };
  }
  const known = explainDatabaseError(error);
  if (error instanceof OtherDatabaseError) return known;
  return known && { code: known.code, message: known.message.replaceAll('DATABASE_URL', 'DATABASE_READ_URL') };
}

/** Sentences about schemas that a replica cannot have, or has only until it has caught up. */
const OF_REPLICA: Partial<Record<SchemaFault, string>> = {
  database_empty:
    'DATABASE_READ_URL leads to a database without tables, which is no replica of DATABASE_URL: check its host and the name of the ' +
    'database, or remove it',
  database_foreign:
    'DATABASE_READ_URL leads to a database of another project, which is no replica of DATABASE_URL: check its host and the name of ' +
    'the database, or remove it',
  database_outdated:
    'The replica at DATABASE_READ_URL lacks migrations of this version: run `droptrack migrate` on DATABASE_URL, and wait until the ' +
    'replica has them',
};
