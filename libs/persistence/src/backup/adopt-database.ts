import type { Database } from '../database/database';
import { startHistory } from '../log/start-history';
import { requireSchema } from '../migrate/require-schema';
import type { Release } from '../migrate/schema-state';
import { BackupError } from './backup-error';

/**
 * Begins a new history of the log on a database that other tools have restored, such as pg_restore or a recovery to a point
 * in time, as {@link restoreDatabase} does by itself. Run it before the service starts: a running one would read on across the
 * beginning.
 *
 * @returns first revision of the history; null for an empty log.
 * @throws {SchemaError} {MigrationError} for a database that is empty, foreign, or lacks migrations of this release.
 * @throws {BackupError} `database_in_use` while programs of Droptrack are connected.
 */
export async function adoptDatabase(db: Database, release: Release): Promise<number | null> {
  // Before the transaction, which a table that is missing would end.
  await requireSchema(db, release);
  return db.transaction(async (sql) => {
    const [session] = await sql.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'droptrack%' LIMIT 1`,
    );
    if (session !== undefined) {
      throw new BackupError(
        'database_in_use',
        `The database is in use (${session.name}): stop all programs of Droptrack, and repeat the command`,
      );
    }
    return startHistory(sql);
  });
}
