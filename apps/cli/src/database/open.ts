import { ApiKeyRepository, type Database, migrate, openDatabase, pendingMigrations } from '@droptrack/persistence';
import { count } from '../output/count';
import { CliError } from '../output/cli-error';
import type { DatabaseAddress } from './with-database';

/**
 * Opens a database that fits this version and closes it after `work`. One that is
 * ours alone is brought up to date first; another waits for `droptrack up`.
 *
 * @param migrations - the directory of migrations.
 * @throws {CliError} `database_outdated`.
 */
export async function withOpenDatabase<T>(
  { url, kind }: DatabaseAddress,
  migrations: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (kind === 'embedded') await migrate(url, migrations);
  const pending = await pendingMigrations(url, migrations);
  if (pending.length > 0) {
    throw new CliError(
      'database_outdated',
      `The database lacks ${count(pending.length, 'migration')} of this version`,
      {
        hint: 'npx droptrack up brings it up to date.',
        details: { pending },
      },
    );
  }
  const db = openDatabase(url, { poolSize: 2, applicationName: 'droptrack cli' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The API keys of a database. */
export const keysOf = (db: Database): ApiKeyRepository => new ApiKeyRepository(db);
