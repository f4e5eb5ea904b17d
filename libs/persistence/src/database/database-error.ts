/**
 * The database is unreachable or too slow; a retry may succeed. When a commit throws it, the outcome is unknown.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * The database rejected a login or a statement: wrong settings, a constraint, or a bug. It has no `cause`, because the
 * driver's error quotes whole rows.
 */
export class DatabaseRejectedError extends Error {
  override readonly name = 'DatabaseRejectedError';
  constructor(
    /** SQLSTATE, Prisma's own code, or a code of the system or of TLS; empty without one. */
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}
