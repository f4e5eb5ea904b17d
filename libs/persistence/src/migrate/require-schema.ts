import { type Sql } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { readMigrationNames } from './migrations';
import { HISTORY, OWN_RELATION, rejectForeign } from './history';
import { SchemaError } from './schema-error';
import { compareSchema, type Release } from './schema-state';

/** Rights that a program needs on each table: to read and write it, or to read it only, as on a replica. */
export type Rights = 'all' | 'read';

/**
 * Checks that a program can run on a database: one query if it can.
 *
 * @returns the migrations of later versions, which this program can run on; usually none.
 * @throws {SchemaError} {MigrationError} each with the mend in its message.
 */
export async function requireSchema(sql: Sql, release: Release, rights: Rights = 'all'): Promise<readonly string[]> {
  const known = await readMigrationNames(release.migrations);
  const { applied, forbidden, lock } = await readState(sql, rights);
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
  if (forbidden !== null) {
    throw new SchemaError(
      'database_forbidden',
      `The role of DATABASE_URL may not ${rights === 'all' ? 'read and write' : 'read'} the table ${forbidden}`,
      `use the role that ran \`droptrack migrate\`, or grant it: GRANT ${rights === 'all' ? 'ALL' : 'SELECT'} ON ALL TABLES IN SCHEMA … TO …`,
    );
  }
  if (lock === null) return newer;
  throw new SchemaError(
    'database_forbidden',
    `The role of DATABASE_URL may not execute the function ${lock}`,
    `grant it: GRANT EXECUTE ON FUNCTION ${lock} TO …`,
  );
}

interface State {
  readonly applied: string[];
  /** A table on which the role lacks a right; null if there is none. */
  readonly forbidden: string | null;
  /** A function for locks that the role may not execute; null if there is none. */
  readonly lock: string | null;
}

const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
/** Functions for locks that the programs execute; everyone may, unless an operator has revoked it. */
const LOCKS = ['pg_advisory_xact_lock(bigint)', 'pg_advisory_xact_lock(integer,integer)'];

const NOTHING: State = { applied: [], forbidden: null, lock: null };

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

async function readState(sql: Sql, rights: Rights): Promise<State> {
  try {
    const [state] = await sql.query<State>(
      `SELECT array(SELECT migration_name FROM ${HISTORY}
                     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
              (SELECT min(c.relname::text) FROM pg_class AS c
                WHERE ${OWN_RELATION} AND c.relkind IN ('r', 'p') AND c.relname <> '${HISTORY}'
                  AND EXISTS (SELECT FROM unnest($1::text[]) AS name WHERE NOT has_table_privilege(c.oid, name))
              ) AS forbidden,
              (SELECT min(name) FROM unnest($2::text[]) AS name WHERE NOT has_function_privilege(name, 'EXECUTE')) AS lock`,
      rights === 'all' ? [PRIVILEGES, LOCKS] : [['SELECT'], []],
    );
    return state ?? NOTHING;
  } catch (error) {
    if (error instanceof DatabaseRejectedError && error.code === UNDEFINED_TABLE) return NOTHING;
    throw error;
  }
}
