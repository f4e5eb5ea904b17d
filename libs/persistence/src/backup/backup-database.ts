import { hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../database/database';
import { MIGRATIONS_LOCK } from '../migrate/apply-migration';
import { HISTORY } from '../migrate/history';
import { BackupError } from './backup-error';
import { type BackupHead, type BackupTable, CHECKSUMS, FORMAT, HEAD, type Member, type TableChecksum } from './format';
import { columnsOf, quoted, readSequences, readTables, requireService, TEXT_SETTINGS } from './read-schema';
import { tableParts } from './table-parts';

/** Longest time for one table: of a terabyte behind a slow network. */
const TABLE_TIMEOUT_MS = 6 * 3_600_000;
/** Longest wait for the server's next bytes. */
const SILENCE_MS = 120_000;

interface BackupOptions {
  /** Version of this program. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Called with the rows of a table that are read so far. */
  readonly onRows: (table: string, rows: number) => void;
}

/** Result of a backup. */
interface BackupReport {
  readonly head: BackupHead;
  readonly tables: readonly TableChecksum[];
}

/**
 * Reads all tables and sequences in one snapshot of the database, while other sessions write. Memory is bounded: some parts
 * of a table. Migrations wait until it has ended.
 *
 * @param db - with one connection, so that the lock and the snapshot share it.
 * @param write - receives the members of the backup in their order; it is awaited.
 * @throws {BackupError} `database_foreign`, `database_migrating`; the errors of the database and of `write`.
 */
export async function backupDatabase(
  db: Database,
  options: BackupOptions,
  write: (member: Member) => Promise<void>,
): Promise<BackupReport> {
  await holdMigrations(db);
  const work = async (sql: Transaction): Promise<BackupReport> => {
    await sql.query(TEXT_SETTINGS);
    await sql.allow(TABLE_TIMEOUT_MS);
    const head = await readBackupHead(sql, options.version);
    const headBytes = jsonBytes(head);
    await write({ name: HEAD, bytes: headBytes });
    const tables: TableChecksum[] = [];
    for (const table of head.tables) tables.push(await writeTable(sql, table, options, write));
    await write({ name: CHECKSUMS, bytes: jsonBytes({ head_sha256: hash('sha256', headBytes), tables }) });
    return { head, tables };
  };
  return db.transaction(work, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** A session lock, before the snapshot: a migration that commits after it would change tables under their description. */
async function holdMigrations(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ held: boolean }>(`SELECT pg_try_advisory_lock_shared(${MIGRATIONS_LOCK}) AS held`);
  if (row?.held === true) return;
  throw new BackupError(
    'database_migrating',
    'Migrations of the database are running: repeat the command when they have ended',
  );
}

async function readBackupHead(sql: Sql, version: string): Promise<BackupHead> {
  const instant = (of: string): string => `to_json(${of}) #>> '{}'`;
  await requireService(sql);
  const migrations = await sql.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${HISTORY}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const [row] = await sql.query<{ postgres: string; created_at: string } & BackupHead['log']>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres, ${instant('clock_timestamp()')} AS created_at,
            seq::float8 AS seq, ${instant('recorded_at')} AS recorded_at, ${instant('complete_until')} AS complete_until
     FROM log_head`,
  );
  if (row === undefined) throw new BackupError('database_foreign', 'The log of the database has no head');
  const { postgres, created_at, ...log } = row;
  const [tables, sequences] = [await readTables(sql), await readSequences(sql)];
  return { format: FORMAT, version, postgres, created_at, log, migrations, tables, sequences };
}

async function writeTable(
  sql: Transaction,
  table: BackupTable,
  { signal, onRows }: BackupOptions,
  write: (member: Member) => Promise<void>,
): Promise<TableChecksum> {
  const statement = `COPY ${quoted(table.name)} (${columnsOf(table)}) TO STDOUT`;
  const parts = tableParts(table.name, sql.copyOut(statement, { signal, silenceMs: SILENCE_MS }));
  for (;;) {
    const { value, done } = await parts.next();
    if (done === true) return value;
    await write(value.member);
    onRows(table.name, value.rows);
  }
}

const jsonBytes = (content: object): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
