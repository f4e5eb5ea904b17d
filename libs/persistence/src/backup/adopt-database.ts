import type { Database } from '../database/database';
import { startHistory } from '../log/start-history';
import { BackupError } from './backup-error';
import { requireService } from './read-schema';

/**
 * Begins a new history of the log on a database that other tools have restored, such as pg_restore or a recovery to a point
 * in time, as {@link restoreDatabase} does by itself. Run it before the service starts: a running one would read on across the
 * beginning.
 *
 * @returns first revision of the history; null for an empty log.
 * @throws {BackupError} `database_foreign`, or `database_in_use` while programs of Droptrack are connected.
 */
export function adoptDatabase(db: Database): Promise<number | null> {
  return db.transaction(async (sql) => {
    await requireService(sql);
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
