import { DatabaseUnavailableError, type Sql } from '@droptrack/persistence';
import { UnavailableError } from '../errors/domain-error';

/**
 * The database, for answers that the view in memory does not hold: definitions, points,
 * rows of lists. Every statement is bounded in time by how the database was opened.
 */
export class LogDatabase implements Sql {
  constructor(private readonly db: Sql) {}

  /** @throws {UnavailableError} when the database is away or too slow: the caller's 503. */
  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.db.query<Row>(text, values);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError)
        throw new UnavailableError('The data cannot be read at the moment');
      throw error;
    }
  }
}
