import { types } from 'node:util';
import { DatabaseError } from 'pg';
import { DatabaseRejectedError, DatabaseUnavailableError } from './database-error';

export { DatabaseRejectedError, DatabaseUnavailableError };

/** Transient classes of SQLSTATE: connections, rollbacks to retry, resources, operator intervention, system errors. */
const UNAVAILABLE_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** Codes of lost connections: of the operating system, of a server that stops or starts, and of Prisma. */
const LOST_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  'P1001',
  'P1017',
]);
const UNAVAILABLE_CODES = new Set([
  ...LOST_CODES,
  // Lock timeout; and sessions that were ended because their transaction was idle or too long.
  '55P03',
  '25P03',
  '25P04',
  // Read-only: a standby, a server before its promotion, or one that an operator set to read-only.
  '25006',
  // Prisma: timeout, pool exhausted, write conflict, transaction not begun in time, too many connections.
  'P1002',
  'P1008',
  'P2024',
  'P2034',
  'P2028',
  'P2037',
]);
/** Errors of the driver without a code. */
const LOST_MESSAGES = /terminated|Connection ended|connection error|not queryable/i;
const UNAVAILABLE_MESSAGES = new RegExp(`timeout|${LOST_MESSAGES.source}`, 'i');

/** Connections that fail for a wrong setting, in errors of the driver, of TLS and of its files that have no SQLSTATE. */
const REJECTED_MESSAGES = /password must be a string|SSL|certificate|, open '/i;

/** Converts errors of the driver and of Prisma into ours; returns others unchanged. */
export function named(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const { code, reason } = detailsOf(error);
  if (!isOfDriver(error) && REJECTED_MESSAGES.test(reason)) return new DatabaseRejectedError(code, reason);
  const isAway =
    code === ''
      ? error.name === 'AggregateError' || (error.name === 'Error' && UNAVAILABLE_MESSAGES.test(reason))
      : UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
  if (isAway) return new DatabaseUnavailableError('The database is not available', { cause: error });
  return isOfDriver(error) ? new DatabaseRejectedError(code, reason) : error;
}

/** True for a lock timeout; the connection stays usable. */
export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, '55P03');

/** True for a write on a read-only database: a standby, or one that an operator set to read-only. */
export const isReadOnly = (error: unknown): boolean => hasSqlState(error, '25006');

/** True when there was no connection, as opposed to a server that is overloaded. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError) || !types.isNativeError(error.cause)) return false;
  const { code, reason } = detailsOf(error.cause);
  if (code !== '') return LOST_CODES.has(code) || code.startsWith('08');
  return error.cause.name === 'AggregateError' || LOST_MESSAGES.test(reason);
}

const hasSqlState = (error: unknown, code: string): boolean =>
  error instanceof DatabaseUnavailableError && error.cause instanceof DatabaseError && error.cause.code === code;

const isOfDriver = (error: Error): boolean => error instanceof DatabaseError || error.name.startsWith('PrismaClient');

/** `meta` of a Prisma error with a cause in the database. */
interface AdapterMeta {
  readonly driverAdapterError?: {
    readonly cause?: { readonly originalCode?: string; readonly originalMessage?: string };
  };
}

function detailsOf(error: Error & { code?: unknown; meta?: AdapterMeta }): { code: string; reason: string } {
  const { originalCode, originalMessage } = error.meta?.driverAdapterError?.cause ?? {};
  const code = originalCode ?? (typeof error.code === 'string' ? error.code : '');
  // Prisma's message begins with an excerpt of the calling source.
  return { code, reason: originalMessage ?? error.message.split('\n').at(-1) ?? '' };
}
