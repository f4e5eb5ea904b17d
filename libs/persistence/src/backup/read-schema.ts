import type { Sql } from '../database/database';
import { HISTORY, OWN_RELATION } from '../migrate/history';
import { BackupError } from './backup-error';
import type { BackupSequence, BackupTable } from './format';

/** All tables of the service with their columns, by name. */
export function readTables(sql: Sql): Promise<BackupTable[]> {
  return sql.query<BackupTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE ${OWN_RELATION} AND c.relkind = 'r' AND c.relname <> $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [HISTORY],
  );
}

/** All sequences with their positions, by name. They belong to no snapshot, and are never behind one that is older. */
export async function readSequences(sql: Sql): Promise<BackupSequence[]> {
  const names = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c WHERE ${OWN_RELATION} AND c.relkind = 'S' ORDER BY c.relname`,
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of names) {
    const [row] = await sql.query<Omit<BackupSequence, 'name'>>(
      `SELECT last_value::text AS value, is_called FROM ${quoted(name)}`,
    );
    if (row !== undefined) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Name of a table, view or sequence in the database; null if it is empty. */
export async function readAnyRelation(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c
     WHERE ${OWN_RELATION} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') ORDER BY c.relname LIMIT 1`,
  );
  return row?.name ?? null;
}

/** @throws {BackupError} `database_foreign` for a database without the tables of the service. */
export async function requireService(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ found: boolean }>(
    `SELECT to_regclass('${HISTORY}') IS NOT NULL AND to_regclass('log_head') IS NOT NULL AS found`,
  );
  if (row?.found === true) return;
  throw new BackupError('database_foreign', 'The database has no tables of Droptrack: check DATABASE_URL');
}

/** An identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Columns of a COPY statement. */
export const columnsOf = ({ columns }: BackupTable): string => columns.map(quoted).join(', ');

/**
 * Settings on which the text of values depends, which roles and databases can change. The session is idle while the file
 * is written, or while tables that are not restored are read: for as long as that takes.
 */
export const TEXT_SETTINGS = `
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL xmloption = 'content';
  SET LOCAL row_security = off; SET LOCAL idle_in_transaction_session_timeout = 0`;
