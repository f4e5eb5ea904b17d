import {
  ApiKeyRepository,
  CLOCK_SKEW_MS_MAX,
  type Database,
  DatabaseClock,
  migrate,
  openDatabase,
  pendingMigrations,
  type Sql,
} from '@droptrack/persistence';
import { count } from '../output/count';
import { CliError } from '../output/cli-error';
import type { Output } from '../output/output';
import type { CommandClock } from './command-clock';
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

/**
 * Lets a command go by the clock of its database from now on, and notes the difference where that changes anything.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function followClock(clock: CommandClock, sql: Sql, output: Output): Promise<void> {
  const ofDatabase = new DatabaseClock(sql, {
    now: () => clock.machine().getTime(),
    monotonicMs: () => performance.now(),
  });
  await ofDatabase.read();
  const skewMs = ofDatabase.skewMs();
  clock.goBy(() => new Date(ofDatabase.now()));
  if (Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) return;
  const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
  output.note(`This machine's clock is ${off} the database's: the command goes by the database's.`);
}
