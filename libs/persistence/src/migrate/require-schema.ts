import { type Sql } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { readMigrationNames } from './migrations';
import { rejectForeign } from './history';
import { SchemaError } from './schema-error';
import { compareSchema, type Release } from './schema-state';

/**
 * Checks that a program can run on a database: one query if it can.
 *
 * @returns the migrations of later versions, which this program can run on; usually none.
 * @throws {SchemaError} {MigrationError} each with the mend in its message.
 */
export async function requireSchema(sql: Sql, release: Release): Promise<readonly string[]> {
  const known = await readMigrationNames(release.migrations);
  const applied = await appliedNames(sql);
  await rejectForeign(sql, applied, known);
  const { pending, newer } = compareSchema(
    applied.map(({ name }) => name),
    known,
    release.version,
  );
  if (applied.length === 0) {
    throw new SchemaError('database_empty', 'The database is empty', 'run `droptrack migrate`', pending);
  }
  const [first] = pending;
  if (first === undefined) return newer;
  const others = pending.length === 1 ? '' : ` and ${pending.length - 1} more`;
  throw new SchemaError(
    'database_outdated',
    `The database lacks migrations of this version (${first}${others})`,
    'run `droptrack migrate`',
    pending,
  );
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

async function appliedNames(sql: Sql): Promise<{ name: string }[]> {
  try {
    return await sql.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
  } catch (error) {
    if (error instanceof DatabaseRejectedError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
