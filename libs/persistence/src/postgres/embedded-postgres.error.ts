/**
 * The embedded PostgreSQL cannot be used on this machine or in this place. The
 * message is one sentence for the operator and says what to do instead.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`Embedded PostgreSQL: ${reason}. Set DATABASE_URL to use a PostgreSQL of your own.`, options);
  }
}
