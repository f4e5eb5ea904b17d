/** The database cannot be reached, or does not answer in time; the same call may succeed soon. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** Classes of SQLSTATE that say "not now": connection trouble, resources, intervention, system errors. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** What the driver and the operating system call a connection that is not there. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Prisma's own codes for a server that is not reached, a connection that closed, a pool that is exhausted. */
const UNAVAILABLE_PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const UNAVAILABLE_MESSAGES = /timeout|terminated|Connection ended|connection error|not queryable/i;

/** Gives driver errors that mean "away" a name; others are bugs or constraints and stay what they are. */
export function named(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailableError('The database is not available', { cause: error }) : error;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '')
    return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_PRISMA.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
  return UNAVAILABLE_MESSAGES.test(error.message) || error.name === 'AggregateError';
}
