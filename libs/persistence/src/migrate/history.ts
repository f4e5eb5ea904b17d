import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { MigrationError } from './migration.error';

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
export async function findPending(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
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
