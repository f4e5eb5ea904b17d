import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One directory below prisma/migrations: `<UTC timestamp>_<name>`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hexadecimal, as Prisma stores it. */
  readonly checksum: string;
  /** Locks of a migration whose duration grows with the stored rows, as its header states them; else null. */
  readonly longLocks: string | null;
}

/** Names of all migrations of a directory, oldest first. */
export async function readMigrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** All migrations of a directory, oldest first. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await readMigrationNames(directory);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(directory, name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      const sql = bytes.toString('utf8');
      return { name, sql, checksum, longLocks: longLocksOf(sql) };
    }),
  );
}

/** Header of a migration that states its locks, up to the next entry of the header. */
const LOCKS = /^-- Locks: +((?:.*\n-- {3,})*.*)$/m;

/** The header gives a duration that grows with the rows as one per million. */
function longLocksOf(sql: string): string | null {
  const text = LOCKS.exec(sql)?.[1]?.replaceAll(/\n-- +/g, ' ') ?? '';
  return /per\s+million/.test(text) ? text : null;
}
