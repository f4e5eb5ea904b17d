import { type Client, DatabaseError } from 'pg';
import { type Sql, sqlOf } from '../database/database';
import { isLockTimeout } from '../database/errors';
import { withClient } from '../postgres/with-client';
import { applyMigration, HISTORY_TABLE, MIGRATIONS_LOCK } from './apply-migration';
import { type AppliedMigration, readHistory, rejectForeign } from './history';
import { type Migration, readMigrations } from './migrations';
import { MigrationError, SchemaError } from './schema-error';
import { compareSchema } from './schema-state';

/** A migration that the database lacks. */
export interface PendingMigration {
  readonly name: string;
  /** Locks whose duration grows with the stored rows, as its header states them; null without such. */
  readonly longLocks: string | null;
}

/** Migrations of a database beside those of a program; each oldest first. */
interface MigrationPlan {
  readonly pending: readonly PendingMigration[];
  /** Names of the migrations of later versions that the database has; this program can run on them. */
  readonly newer: readonly string[];
}

/** Options of {@link migrate}. */
interface MigrateOptions {
  /** Version of this program, such as `0.1.0`; without it, migrations of later versions that need a version are rejected. */
  readonly version?: string;
  /** Called before each migration. */
  readonly onBegin?: (migration: PendingMigration) => void;
  /** Called after each migration, with its duration including the commit. */
  readonly onEnd?: (name: string, durationMs: number) => void;
}

/** A version before all others. */
const NO_VERSION = '0.0.0';

/**
 * Applies all pending migrations. Safe to run from several processes at once: one applies them, the others wait.
 *
 * Each migration is one transaction together with its row in the history, so a failed one leaves no trace, and those
 * before it stay. Statements that cannot run in a transaction (CREATE INDEX CONCURRENTLY) are therefore not possible.
 *
 * @param directory - prisma/migrations.
 * @returns names of the applied migrations, oldest first, and of those of later versions.
 * @throws {MigrationError} when the history differs from the files, or SQL failed.
 * @throws {SchemaError} when another process migrates for over 60 s, for a database of another project, and for one that
 *   needs a later version.
 */
export async function migrate(
  url: string,
  directory: string,
  { version = NO_VERSION, onBegin, onEnd }: MigrateOptions = {},
): Promise<{ readonly applied: string[]; readonly newer: readonly string[] }> {
  const migrations = await readMigrations(directory);
  return withClient(url, async (client) => {
    const sql = sqlOf(client);
    await lock(sql);
    const { pending, newer } = await planOf(sql, migrations, version);
    if (pending.length > 0) await sql.query(HISTORY_TABLE);
    for (const migration of pending) {
      onBegin?.(migration);
      const beganMs = performance.now();
      await apply(client, migration);
      onEnd?.(migration.name, performance.now() - beganMs);
    }
    return { applied: pending.map(({ name }) => name), newer };
  });
}

/**
 * Migrations that {@link migrate} would apply. Read-only.
 *
 * @throws {MigrationError} when the history differs from the files.
 * @throws {SchemaError} as {@link migrate}.
 */
export async function planMigrations(url: string, directory: string, version: string): Promise<MigrationPlan> {
  const migrations = await readMigrations(directory);
  return withClient(url, (client) => planOf(sqlOf(client), migrations, version));
}

/** Takes a session lock, released with the connection. The timeout limits this wait and those of the migrations. */
async function lock(sql: Sql): Promise<void> {
  await sql.query(`SET lock_timeout = '60s'`);
  await sql.query(`SELECT pg_advisory_lock(${MIGRATIONS_LOCK})`).catch((cause: unknown) => {
    if (!isLockTimeout(cause)) throw cause;
    throw new SchemaError(
      'database_migrating',
      'Another process has been migrating the database for over 60 s',
      'wait until it has ended, then repeat the command',
    );
  });
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await client.query('BEGIN');
    await applyMigration(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new MigrationError('failed', name, `failed and was rolled back: ${explain(cause, sql)}`, { cause });
  }
}

/** `migration.sql:12: relation "drops" already exists (42P07)`. */
function explain(cause: unknown, sql: string): string {
  if (!(cause instanceof DatabaseError)) return String(cause);
  const line = cause.position ? `:${sql.slice(0, Number(cause.position)).split('\n').length}` : '';
  return `migration.sql${line}: ${cause.message} (${cause.code})`;
}

/** Pending migrations with their SQL, and those of later versions. */
async function planOf(sql: Sql, migrations: readonly Migration[], version: string) {
  const history = await readHistory(sql);
  rejectDamaged(history, migrations);
  const [applied, known] = [history, migrations].map((list) => list.map(({ name }) => name)) as [string[], string[]];
  await rejectForeign(sql, applied, known);
  const { pending, newer } = compareSchema(applied, known, version);
  return { pending: migrations.filter(({ name }) => pending.includes(name)), newer };
}

/** @throws {MigrationError} `edited`, or `unfinished` after Prisma's own command. */
function rejectDamaged(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum, isFinished } of applied) {
    if (!isFinished) {
      throw new MigrationError('unfinished', name, 'was begun and not finished; repair the database by hand');
    }
    if ((checksums.get(name) ?? checksum) !== checksum) {
      throw new MigrationError('edited', name, 'was edited after it was applied; restore it and add a new one');
    }
  }
}
