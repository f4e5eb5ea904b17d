import { types } from 'node:util';
import { DatabaseError } from 'pg';

/**
 * The database cannot be reached, or does not answer in time; the same call may succeed soon.
 * Thrown by a commit it leaves open whether the work was done.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * The database refused a login or a statement: wrong settings, a constraint, or a bug of ours.
 * The driver's own error is left out, since it quotes whole rows.
 */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError';
  constructor(
    /** SQLSTATE, or Prisma's own code. */
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Classes of SQLSTATE that say "not now": connection trouble, rollbacks to retry, resources, intervention, system errors. */
const UNAVAILABLE_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** No connection: names of the operating system, SQLSTATEs of a server that stops or starts, and Prisma's codes. */
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
  // A lock that was not granted in time, and a session that was ended for the length of its transaction.
  '55P03',
  '25P03',
  '25P04',
  // Read-only: a standby, a server before its promotion, or one that an operator holds.
  '25006',
  // Prisma's own: too slow, pool exhausted, write conflict, transaction not begun in time, too many connections.
  'P1002',
  'P1008',
  'P2024',
  'P2034',
  'P2028',
  'P2037',
]);
/** The driver has no codes for these. */
const LOST_MESSAGES = /terminated|Connection ended|connection error|not queryable/i;
const UNAVAILABLE_MESSAGES = new RegExp(`timeout|${LOST_MESSAGES.source}`, 'i');

/** Gives the errors of driver and client a name; what others threw stays what it is. */
export function named(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const { code, reason } = detailsOf(error);
  const isAway =
    code === ''
      ? error.name === 'AggregateError' || (error.name === 'Error' && UNAVAILABLE_MESSAGES.test(reason))
      : UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
  if (isAway) return new DatabaseUnavailableError('The database is not available', { cause: error });
  return isOfDriver(error) ? new DatabaseRefusedError(code, reason) : error;
}

/** Whether a lock was not got in time: the connection is as good as before. */
export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, '55P03');

/** A statement that writes met a database that takes no writes: a standby, or one that is held read-only. */
export const isReadOnly = (error: unknown): boolean => hasSqlState(error, '25006');

/** True where there was no connection, as opposed to a server that is there and has no time or room. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError) || !types.isNativeError(error.cause)) return false;
  const { code, reason } = detailsOf(error.cause);
  if (code !== '') return LOST_CODES.has(code) || code.startsWith('08');
  return error.cause.name === 'AggregateError' || LOST_MESSAGES.test(reason);
}

const hasSqlState = (error: unknown, code: string): boolean =>
  error instanceof DatabaseUnavailableError && error.cause instanceof DatabaseError && error.cause.code === code;

const isOfDriver = (error: Error): boolean => error instanceof DatabaseError || error.name.startsWith('PrismaClient');

/** What Prisma puts into `meta` of an error that the database sent. */
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
