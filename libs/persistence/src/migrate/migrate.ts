import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, DatabaseError } from 'pg';
import { withClient } from '../postgres/with-client';

/** Advisory lock of Prisma's own migrate commands, so that they and {@link migrate} exclude each other. */
export const MIGRATIONS_LOCK = 72_707_369;

/** The exact table that `prisma migrate deploy` creates, so that it can continue from here. */
export const HISTORY_TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies all pending migrations. Safe to run from several processes at once: one applies them, the others wait.
 *
 * Each migration is one transaction together with its row in the history, so a failed one leaves no trace, and those
 * before it stay. Statements that cannot run in a transaction (CREATE INDEX CONCURRENTLY) are therefore not possible.
 *
 * @param directory - prisma/migrations.
 * @returns names of the applied migrations, oldest first.
 * @throws {MigrationError} when the history differs from the files, or SQL failed.
 */
export async function migrate(url: string, directory: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  return withClient(url, async (client) => {
    // A session lock, released with the connection. The timeout limits this wait and those of the migrations.
    await client.query(`SET lock_timeout = '60s'; SELECT pg_advisory_lock(${MIGRATIONS_LOCK})`);
    const pending = await findPending(client, migrations);
    if (pending.length > 0) await client.query(HISTORY_TABLE);
    for (const migration of pending) await apply(client, migration);
    return { applied: pending.map(({ name }) => name) };
  });
}

/**
 * Names of pending migrations. Read-only.
 *
 * @throws {MigrationError} when the history differs from the files.
 */
export async function pendingMigrations(url: string, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const pending = await withClient(url, (client) => findPending(client, migrations));
  return pending.map(({ name }) => name);
}

/** Runs a migration and records it, within a transaction of the caller. */
export async function applyMigration(
  client: { query(text: string, values?: unknown[]): Promise<unknown> },
  { name, sql, checksum }: Migration,
): Promise<void> {
  await client.query(sql);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
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

/** Reasons for which migrations cannot be applied: the first three concern the history, `failed` the SQL. */
export type MigrationFault = 'edited' | 'missing' | 'unfinished' | 'failed';

/** The history of the database does not match the directory, or a migration failed and was rolled back. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  constructor(
    readonly code: MigrationFault,
    /** Name of its directory. */
    readonly migration: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Migration ${migration} ${reason}`, options);
  }
}

/** One directory below prisma/migrations: `<UTC timestamp>_<name>`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hexadecimal, as Prisma stores it. */
  readonly checksum: string;
}

/** All migrations of a directory, oldest first. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(directory, name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString('utf8'), checksum };
    }),
  );
}

/**
 * Pending migrations, oldest first.
 *
 * @throws {MigrationError} when the history differs from the files: an applied migration was edited or deleted, or Prisma's
 *   own command left one unfinished.
 */
async function findPending(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of applied) {
    const file = files.get(name);
    if (!finished)
      throw new MigrationError('unfinished', name, 'was begun and not finished; repair the database by hand');
    if (file === undefined) throw new MigrationError('missing', name, 'was applied, but its directory is gone');
    if (file.checksum !== checksum) {
      throw new MigrationError('edited', name, 'was edited after it was applied; restore it and add a new one');
    }
    files.delete(name);
  }
  return [...files.values()];
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/** Rows that Prisma marked as rolled back do not count as applied. */
async function readApplied(client: Client): Promise<Applied[]> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) return [];
  const { rows } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}
