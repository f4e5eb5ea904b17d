import { types } from 'node:util';
import type { SchemaError } from '@droptrack/persistence';
import { explainDatabaseFault } from '@droptrack/persistence/faults';
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
  return USAGE_CODES.includes(known?.code ?? '') ? EXIT.usage : EXIT.failed;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** An `Error` of any realm: tests run in one of their own. */
const { isNativeError } = types;

/** Codes of invalid arguments and settings: nothing was tried yet. */
const USAGE_CODES = [INVALID_ARGUMENT, 'invalid_environment', 'webhook_key'];

/** Errors of the libraries whose message is meant for the operator, and their codes. */
const EXPECTED: Readonly<Record<string, string>> = {
  ApiKeyNotFoundError: 'key_not_found',
  ConfigError: 'invalid_environment',
  DuplicateDefinitionError: 'duplicate_definition',
  EmbeddedPostgresError: 'embedded_postgres',
  ForeignDropError: 'foreign_drop',
  MigrationError: 'migration',
  OtherDatabaseError: 'other_database',
  ReservedDropIdError: 'reserved_drop_id',
};

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
  const fault = explainDatabaseFault(error);
  if (fault === null) return null;
  return new CliError(fault.code, fault.problem, { cause: error, hint: `To fix it, ${fault.mend}.` });
}
