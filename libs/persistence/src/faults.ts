import { explainDatabaseFault } from './database/fault';
import { OtherDatabaseError } from './log/same-log';
import { MigrationError, SchemaError } from './migrate/schema-error';

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

/** As {@link explainDatabaseError}, for the replica: its address is in DATABASE_READ_URL. */
export function explainReplicaError(error: unknown): Explanation | null {
  const known = explainDatabaseError(error);
  return known && { code: known.code, message: known.message.replaceAll('DATABASE_URL', 'DATABASE_READ_URL') };
}
