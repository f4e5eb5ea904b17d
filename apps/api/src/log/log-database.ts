import { confirmLog, DatabaseUnavailableError, type LogConfirmation, type Sql } from '@droptrack/persistence';
import { UnavailableError } from '../errors/domain-error';

/**
 * The database, for answers that the view in memory does not hold: definitions, points,
 * rows of lists. Every statement is bounded in time by how the database was opened.
 */
export class LogDatabase implements Sql {
  constructor(private readonly db: Sql) {}

  /** @throws {UnavailableError} when the database is away or too slow: the caller's 503. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return available(this.db.query<Row>(text, values));
  }

  /** As {@link query}, for statements that are sent all the time: the database plans them once a connection. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return available(this.db.prepared?.<Row>(name, text, values) ?? this.db.query<Row>(text, values));
  }

  /**
   * Asks anew up to where the log is complete; behind a writer that is at work it waits a little.
   *
   * @throws {UnavailableError} as {@link query}.
   */
  confirm(): Promise<LogConfirmation> {
    return available(confirmLog(this.db));
  }
}

/** Gives what came of the database; when it is away, the caller's 503. */
export async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw new UnavailableError('The data cannot be read at the moment');
    throw error;
  }
}
