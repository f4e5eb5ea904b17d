import type { Sql } from '../database/database';
import { readHead } from './head';
import type { LogPosition } from './position';

/** The replica that is read does not follow the database that writes. */
export class OtherDatabaseError extends Error {
  override readonly name = 'OtherDatabaseError';
  readonly code = 'other_database';
  constructor() {
    super('The replica at DATABASE_READ_URL follows another database than DATABASE_URL: set both to servers of one');
  }
}

/**
 * Asserts that the primary has a revision that was read of its replica: what a replica has, its primary had before. An empty
 * log is not compared.
 *
 * @throws {OtherDatabaseError} if the primary lacks the revision, or has another one under its number.
 */
export async function assertSameLog(primary: Sql, { seq, recordedAtUs }: LogPosition): Promise<void> {
  if (seq > 0 && (await readHead(primary, seq)).recordedAtUs !== recordedAtUs) throw new OtherDatabaseError();
}
