import {
  confirmLog,
  DatabaseUnavailableError,
  isReadOnly,
  type LastConfirmation,
  readLastConfirmation,
  type Sql,
} from '@droptrack/persistence';
import { UnavailableError } from '../platform/errors/domain-error';

/** Up to where the log is confirmed. */
export interface ConfirmedUpTo extends LastConfirmation {
  /** The database takes no writes: a later confirmation fails, although later instants have passed. */
  readonly isReadOnly: boolean;
}

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
   * Confirms the log up to now; waits a little for a writer that is at work. A confirmation is a write, so on a
   * read-only database the last one is returned.
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

/** Gives what came of the database; when it is away, the caller's 503. */
export async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw new UnavailableError('The data cannot be read at the moment');
    throw error;
  }
}
