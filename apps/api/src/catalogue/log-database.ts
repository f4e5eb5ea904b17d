import {
  confirmLog,
  DatabaseUnavailableError,
  isReadOnly,
  type LastConfirmation,
  readLastConfirmation,
  type Sql,
} from '@droptrack/persistence';
import { UnavailableError } from '../platform/errors/domain-error';

/** Last confirmation of the log. */
interface ConfirmedUpTo extends LastConfirmation {
  /** True if the database is read-only: later instants have passed, but cannot be confirmed. */
  readonly isReadOnly: boolean;
}

/**
 * Database for data that the views do not contain: definitions, hype points, rows of lists. Every statement has the timeout
 * with which the database was opened.
 */
export class LogDatabase implements Sql {
  constructor(private readonly db: Sql) {}

  /** @throws {UnavailableError} if the database is unavailable or too slow; the response is 503. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return available(this.db.query<Row>(text, values));
  }

  /** As {@link query}, for frequent statements: the database plans them once per connection. */
  prepared<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return available(this.db.prepared?.<Row>(name, text, values) ?? this.db.query<Row>(text, values));
  }

  /**
   * Confirms the log up to now; waits briefly for a running writer. A confirmation is a write, so a read-only database
   * returns the last one.
   *
   * @throws {UnavailableError} as {@link query}.
   */
  async confirm(): Promise<ConfirmedUpTo> {
    try {
      return { ...(await confirmLog(this.db)), isReadOnly: false };
    } catch (error) {
      if (isReadOnly(error)) return { ...(await available(readLastConfirmation(this.db))), isReadOnly: true };
      return available(Promise.reject(error as Error));
    }
  }
}

/** Result of a query. @throws {UnavailableError} if the database is unavailable; the response is 503. */
export async function available<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw new UnavailableError('The data cannot be read at the moment');
    throw error;
  }
}
