import { types } from 'node:util';
import { CliError } from './cli-error';

/** An `Error` of any realm: tests run in one of their own. */
const { isNativeError } = types;

/** Errors of the libraries whose message is meant for the operator, and their code here. */
const EXPECTED: Readonly<Record<string, string>> = {
  ApiKeyNotFoundError: 'key_not_found',
  ConfigError: 'invalid_environment',
  DatabaseRefusedError: 'database_refused',
  DuplicateDefinitionError: 'duplicate_definition',
  EmbeddedPostgresError: 'embedded_postgres',
  ForeignDropError: 'foreign_drop',
  MigrationError: 'migration',
};

/** What keeps a database from answering, by the system's code or PostgreSQL's (appendix A of its manual). */
const DATABASE_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host cannot be looked up now',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'its host cannot be reached',
  ECONNRESET: 'it closed the connection',
  '28P01': 'the password is wrong',
  '28000': 'the role may not log in',
  '3D000': 'there is no database of that name',
  '42501': 'the role lacks the right to do this',
  '53300': 'it takes no more connections',
  '57P03': 'it is only just starting or stopping',
};

/** What the driver says in words only. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [/^timeout expired|connection timeout|read timeout/i, 'it did not answer in time'],
  [/client password must be a string/, 'it wants a password'],
  [/SSL|certificate/i, 'encryption failed'],
  [/^Connection terminated/, 'it closed the connection'],
];

/**
 * Turns what was thrown into a failure that can be shown as it is.
 *
 * @returns null for what nobody expected: a bug, whose stack is worth showing.
 */
export function explainError(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  if (!isNativeError(error)) return null;
  const code = EXPECTED[error.name];
  if (code !== undefined) return new CliError(code, error.message, { cause: error });
  const fault = databaseFault(error);
  if (fault === null) return null;
  return new CliError('database_unavailable', `The database cannot be used: ${fault}`, {
    cause: error,
    hint: 'npx droptrack doctor looks into it.',
  });
}

/** Looks through the causes: drivers wrap what the system said. */
function databaseFault(error: unknown, depth = 0): string | null {
  if (!isNativeError(error) || depth > 4) return null;
  if (error.name === 'DatabaseUnavailableError') return databaseFault(error.cause, depth + 1) ?? 'it does not answer';
  const { code } = error as { code?: unknown };
  const words = typeof code === 'string' ? DATABASE_FAULTS[code] : undefined;
  if (words !== undefined) return error.message === '' ? words : `${words} (${error.message})`;
  const known = WITHOUT_CODE.find(([pattern]) => pattern.test(error.message));
  if (known !== undefined) return `${known[1]} (${error.message})`;
  const inner = 'errors' in error && Array.isArray(error.errors) ? (error.errors[0] as unknown) : error.cause;
  return databaseFault(inner, depth + 1);
}
