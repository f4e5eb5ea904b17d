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
  const { applied, forbidden } = await readState(sql);
  await rejectForeign(sql, applied, known);
  const { pending, newer } = compareSchema(applied, known, release.version);
  if (applied.length === 0) {
    throw new SchemaError('database_empty', 'The database is empty', 'run `droptrack migrate`', pending);
  }
  const [first] = pending;
  if (first !== undefined) {
    const others = pending.length === 1 ? '' : ` and ${pending.length - 1} more`;
    const problem = `The database lacks migrations of this version (${first}${others})`;
    throw new SchemaError('database_outdated', problem, 'run `droptrack migrate`', pending);
  }
  if (forbidden === null) return newer;
  throw new SchemaError(
    'database_forbidden',
    `The role of DATABASE_URL may not read and write the table ${forbidden}`,
    'use the role that ran `droptrack migrate`, or grant it: GRANT ALL ON ALL TABLES IN SCHEMA … TO …',
  );
}

interface State {
  readonly applied: string[];
  /** A table that the role may not read and write; null if there is none. */
  readonly forbidden: string | null;
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

async function readState(sql: Sql): Promise<State> {
  try {
    const [state] = await sql.query<State>(
      `SELECT array(SELECT migration_name FROM _prisma_migrations
                     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
              (SELECT min(relname::text) FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                  AND relname <> '_prisma_migrations'
                  AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                           AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
                  AND NOT EXISTS (SELECT FROM pg_depend
                                   WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
              ) AS forbidden`,
    );
    return state ?? { applied: [], forbidden: null };
  } catch (error) {
    if (error instanceof DatabaseRejectedError && error.code === UNDEFINED_TABLE)
      return { applied: [], forbidden: null };
    throw error;
  }
}
