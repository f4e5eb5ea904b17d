import type { Database, Transaction } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { startHistory } from '../log/start-history';
import { applyMigration, HISTORY_TABLE, MIGRATIONS_LOCK } from '../migrate/apply-migration';
import { type Migration, readMigrations } from '../migrate/migrations';
import { BackupError, damaged } from './backup-error';
import { BackupReader } from './backup-reader';
import { planBulkLoad } from './bulk-load';
import type { BackupHead, BackupSequence, BackupTable, StoredMember, TableChecksum } from './format';
import { columnsOf, quoted, readAnyRelation, readTables, TEXT_SETTINGS } from './read-schema';

/** Longest time for one table or index. */
const STEP_TIMEOUT_MS = 6 * 3_600_000;
/** Codes of PostgreSQL for values and rows that a table cannot have: such bytes end the copy before their checksum is compared. */
const OF_DATA = /^2[23]/;
/** For the sort of an index; a server with less free memory pages a little. */
const INDEX_MEMORY = '256MB';

interface RestoreOptions {
  /** Directory of the migrations. */
  readonly migrations: string;
  readonly signal: AbortSignal;
  /** Called with a sentence about the step that begins or proceeds. */
  readonly onStep: (step: string) => void;
}

/** Result of a restore. */
export interface RestoreReport {
  readonly head: BackupHead;
  readonly tables: readonly TableChecksum[];
  /** Migrations that were applied to the restored data, as the program is newer than the backup; oldest first. */
  readonly migrated: readonly string[];
  /** Tables of the backup that its migrations do not create, and that were not restored. */
  readonly skipped: readonly string[];
  /** First revision of the new history of the log; null for an empty log. */
  readonly historySeq: number | null;
}

/**
 * Restores a backup into an empty database, in one transaction: it creates the tables as the backup had them, loads and
 * verifies the rows, applies the migrations that the backup lacks, and begins a new history of the log
 * (docs/decisions/0053). Whatever fails, the database stays empty.
 *
 * @throws {BackupError} and the errors of the database and of `members`.
 */
export async function restoreDatabase(
  db: Database,
  members: AsyncIterable<StoredMember>,
  { migrations: directory, signal, onStep }: RestoreOptions,
): Promise<RestoreReport> {
  const reader = await BackupReader.open(members);
  const { head } = reader;
  const { applied, pending } = migrationsOf(head, await readMigrations(directory));
  return db.transaction(async (sql) => {
    await sql.query(`${TEXT_SETTINGS}; SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
    await sql.query(`SELECT pg_advisory_xact_lock(${MIGRATIONS_LOCK})`);
    await assertEmpty(sql);
    await sql.allow(STEP_TIMEOUT_MS);
    onStep('Creating the tables …');
    await sql.query(HISTORY_TABLE);
    for (const migration of applied) await applyMigration(sql, migration);

    const created = new Set((await readTables(sql)).map(({ name }) => name));
    const known = head.tables.filter(({ name }) => created.has(name));
    const load = await planBulkLoad(sql, [...created]);
    for (const statement of load.before) await sql.query(statement);
    for (const table of head.tables) {
      const rows = abortable(reader.rowsOf(table), signal);
      if (created.has(table.name)) await loadTable(sql, table, rows, onStep);
      else await skip(rows);
    }
    const tables = await reader.verify();
    for (const sequence of head.sequences) await setSequence(sql, sequence);
    for (const statement of load.after) {
      signal.throwIfAborted();
      onStep(`Creating indexes and keys … ${statement.slice(0, 80)}`);
      await sql.query(statement);
    }
    for (const migration of pending) await applyMigration(sql, migration);
    const historySeq = await startHistory(sql);
    onStep('Collecting statistics …');
    for (const { name } of known) await sql.query(`ANALYZE ${quoted(name)}`);
    const skipped = head.tables.filter(({ name }) => !created.has(name)).map(({ name }) => name);
    return { head, tables, migrated: pending.map(({ name }) => name), skipped, historySeq };
  });
}

/** Migrations of the backup, and those that this program has beyond it. */
function migrationsOf(head: BackupHead, all: readonly Migration[]) {
  const byName = new Map(all.map((migration) => [migration.name, migration]));
  const applied = head.migrations.map(({ name, checksum }) => {
    const migration = byName.get(name);
    if (migration?.checksum === checksum) return migration;
    const problem = migration === undefined ? 'does not have' : 'has with other content';
    throw new BackupError(
      'backup_newer',
      `The backup has a migration that this version ${problem}, ${name}: restore it with a version that has it`,
    );
  });
  const names = new Set(applied.map(({ name }) => name));
  return { applied, pending: all.filter(({ name }) => !names.has(name)) };
}

async function assertEmpty(sql: Transaction): Promise<void> {
  const relation = await readAnyRelation(sql);
  if (relation === null) return;
  throw new BackupError(
    'database_not_empty',
    `A backup is restored into an empty database only, and this one has ${relation}: create a database, and set DATABASE_URL to it`,
  );
}

async function loadTable(
  sql: Transaction,
  table: BackupTable,
  rows: AsyncIterable<Buffer>,
  onStep: RestoreOptions['onStep'],
): Promise<void> {
  onStep(`Restoring ${table.name} …`);
  // The table was emptied in this transaction, so its rows can be written as if they were old: they need no later pass.
  const statement = `COPY ${quoted(table.name)} (${columnsOf(table)}) FROM STDIN WITH (FREEZE)`;
  await sql.copy(statement, rows, STEP_TIMEOUT_MS).catch((error: unknown) => {
    if (!(error instanceof DatabaseRejectedError && OF_DATA.test(error.code))) throw error;
    // Its rows were in a table like this one.
    throw damaged(`the rows of ${table.name} are not as they were written`, error);
  });
}

/** Reads rows for their checksum only. */
async function skip(rows: AsyncIterator<Buffer>): Promise<void> {
  while ((await rows.next()).done !== true);
}

async function setSequence(sql: Transaction, { name, value, is_called }: BackupSequence): Promise<void> {
  await sql.query('SELECT setval(to_regclass($1), $2, $3)', [quoted(name), value, is_called]);
}

async function* abortable(rows: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const bytes of rows) {
    signal.throwIfAborted();
    yield bytes;
  }
}
