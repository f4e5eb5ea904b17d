import { types } from 'node:util';
import type { SchemaError } from '@droptrack/persistence';
import { ConfigError } from '../config/config';
import { CliError, EXIT, INVALID_ARGUMENT } from './cli-error';
import type { Output } from './output';
import { redact } from './redact';

/**
 * Reports why a command failed. Only an unexpected error is printed with its stack.
 *
 * @returns the exit code.
 */
export function reportError(error: unknown, output: Output): number {
  const known = explainError(error);
  const message = redact(known?.message ?? (error instanceof Error ? error.message : String(error)));
  const hint = known?.hint ?? null;
  const details = { ...known?.details, ...(error instanceof ConfigError && { faults: error.violations }) };
  const document = { error: { code: known?.code ?? 'unexpected', message, hint, ...details } };
  const text = known === null ? redact(`Unexpected error: ${stackOf(error)}`) : message;
  output.failure(document, hint === null ? text : `${text}\n${hint}`);
  return known?.code === INVALID_ARGUMENT ? EXIT.usage : EXIT.failed;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** An `Error` of any realm: tests run in one of their own. */
const { isNativeError } = types;

/** Errors of the libraries whose message is meant for the operator, and their codes. */
const EXPECTED: Readonly<Record<string, string>> = {
  ApiKeyNotFoundError: 'key_not_found',
  ConfigError: 'invalid_environment',
  DatabaseRejectedError: 'database_refused',
  DuplicateDefinitionError: 'duplicate_definition',
  EmbeddedPostgresError: 'embedded_postgres',
  ForeignDropError: 'foreign_drop',
  MigrationError: 'migration',
  ReservedDropIdError: 'reserved_drop_id',
};

/** Causes of an unavailable database, by the error code of the system or of PostgreSQL (appendix A of its manual). */
const DATABASE_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the name lookup of the host failed temporarily',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host is unreachable',
  ECONNRESET: 'the server closed the connection',
  '28P01': 'the password is wrong',
  '28000': 'the role may not log in',
  '3D000': 'the database does not exist',
  '42501': 'the role lacks a permission',
  '53300': 'the server accepts no more connections',
  '57P03': 'the server is starting or stopping',
};

/** Errors of the driver without a code, by their message. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [/^timeout expired|connection timeout|read timeout/i, 'the connection timed out'],
  [/client password must be a string/, 'a password is required'],
  [/SSL|certificate/i, 'encryption failed'],
  [/^Connection terminated/, 'the server closed the connection'],
];

/**
 * Converts a thrown error into a failure that can be printed.
 *
 * @returns null for an unexpected error: a bug, which is printed with its stack.
 */
export function explainError(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  if (!isNativeError(error)) return null;
  const code = EXPECTED[error.name];
  if (code !== undefined) return new CliError(code, error.message, { cause: error });
  // By its name: help and usage errors do not load the library of the database.
  if (error.name === 'SchemaError') {
    const { code, problem, mend, migrations } = error as SchemaError;
    return new CliError(code, problem, { cause: error, hint: `To fix it, ${mend}.`, details: { migrations } });
  }
  const fault = databaseFault(error);
  if (fault === null) return null;
  return new CliError('database_unavailable', `The database cannot be used: ${fault}`, {
    cause: error,
    hint: 'To diagnose it, run: npx droptrack doctor',
  });
}

/** Known cause in the chain of causes: drivers wrap the error of the system. */
function databaseFault(error: unknown, depth = 0): string | null {
  if (!isNativeError(error) || depth > 4) return null;
  if (error.name === 'DatabaseUnavailableError') return databaseFault(error.cause, depth + 1) ?? 'no response';
  const { code } = error as { code?: unknown };
  const words = typeof code === 'string' ? DATABASE_FAULTS[code] : undefined;
  if (words !== undefined) return error.message === '' ? words : `${words} (${error.message})`;
  const known = WITHOUT_CODE.find(([pattern]) => pattern.test(error.message));
  if (known !== undefined) return `${known[1]} (${error.message})`;
  const inner = 'errors' in error && Array.isArray(error.errors) ? (error.errors[0] as unknown) : error.cause;
  return databaseFault(inner, depth + 1);
}
