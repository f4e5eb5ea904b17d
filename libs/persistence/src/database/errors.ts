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
const UNAVAILABLE_CODES = new Set([
  // A lock that was not got in time, and a session that was ended for idling in its transaction.
  '55P03',
  '25P03',
  // What the operating system calls a connection that is not there.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  // Prisma's own: not reached, too slow, closed, pool exhausted, write conflict, transaction not begun in time.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2034',
  'P2028',
]);
/** The driver has no codes for these. */
const UNAVAILABLE_MESSAGES = /timeout|terminated|Connection ended|connection error|not queryable/i;

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
export function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError && error.cause instanceof DatabaseError && error.cause.code === '55P03'
  );
}

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
