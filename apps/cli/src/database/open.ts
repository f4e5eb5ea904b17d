import {
  CLOCK_SKEW_MS_MAX,
  type Database,
  DatabaseClock,
  migrate,
  openDatabase,
  requireSchema,
  retryTimeouts,
  type Sql,
} from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import type { Output } from '../output/output';
import type { CommandClock } from '../session/command-clock';
import type { DatabaseAddress } from './with-database';

/**
 * Opens a database, runs `work`, and closes it. An embedded database that only this command uses is migrated first; any
 * other is migrated by `droptrack migrate` or `droptrack up`.
 *
 * @param migrations - directory of the migrations.
 * @throws {SchemaError} {MigrationError}
 */
export async function withOpenDatabase<T>(
  { url, kind }: DatabaseAddress,
  migrations: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const version = PROGRAM_VERSION;
  if (kind === 'embedded') await migrate(url, migrations, { version });
  const db = openDatabase(url, { poolSize: 2, applicationName: 'droptrack cli' });
  try {
    await retryTimeouts(() => requireSchema(db, { migrations, version }));
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Opens a database as it is, with a single connection, runs `work`, and closes it. */
export async function withOneConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 1, applicationName: 'droptrack cli' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Switches a command to the clock of its database, with a note if the clocks differ too much.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function followClock(clock: CommandClock, sql: Sql, output: Output): Promise<void> {
  const ofDatabase = new DatabaseClock(sql, {
    now: () => clock.machine().getTime(),
    monotonicMs: () => performance.now(),
  });
  await ofDatabase.read();
  const skewMs = ofDatabase.skewMs();
  clock.switchTo(() => new Date(ofDatabase.now()));
  if (Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) return;
  const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
  output.note(`The clock of this machine is ${off} the database clock; this command uses the database clock.`);
}
