import { type Sql } from '../database/database';
import { SchemaError } from './schema-error';

/** Table in which Prisma's commands and ours record the migrations. */
export const HISTORY = '_prisma_migrations';

/** Condition of a relation `c` in the schema of the service: those of extensions are no part of it. */
export const OWN_RELATION = `c.relnamespace = current_schema()::regnamespace AND NOT EXISTS (
  SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** A row of the history that Prisma's commands and ours keep in the database. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

/** Migrations of the database, in the order in which they were applied; without those that Prisma marked as rolled back. */
export async function readHistory(sql: Sql): Promise<AppliedMigration[]> {
  const [table] = await sql.query<{ found: boolean }>(`SELECT to_regclass('${HISTORY}') IS NOT NULL AS found`);
  if (table?.found !== true) return [];
  return sql.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM ${HISTORY} WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
}

/**
 * Rejects a database with tables of another project: without a history, or with one that has no migration of ours.
 * Tables of extensions do not count.
 *
 * @throws {SchemaError} `database_foreign`; `database_forbidden` for a role that sees no table, as it may use no schema.
 */
export async function rejectForeign(sql: Sql, applied: readonly string[], known: readonly string[]): Promise<void> {
  if (applied.some((name) => known.includes(name))) return;
  const [found] = await sql.query<{ schema: string | null; relation: string | null }>(
    `SELECT current_schema() AS schema,
            (SELECT min(c.relname::text) FROM pg_class AS c
              WHERE ${OWN_RELATION} AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (c.relname <> '${HISTORY}' OR $1)
            ) AS relation`,
    [applied.length > 0],
  );
  const { schema = null, relation = null } = found ?? {};
  if (schema === null) {
    throw new SchemaError(
      'database_forbidden',
      'The role of DATABASE_URL may use no schema of its search path',
      'grant it: GRANT USAGE, CREATE ON SCHEMA public TO …',
    );
  }
  if (relation === null) return;
  throw new SchemaError(
    'database_foreign',
    `The database belongs to another project, as it has a table ${relation} and no migration of Droptrack`,
    'create a database for Droptrack alone, and set DATABASE_URL to it',
  );
}
