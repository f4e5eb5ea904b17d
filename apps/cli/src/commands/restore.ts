import { adoptDatabase, checkBackup, type Database, restoreDatabase, type RestoreReport } from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import { readBackupFile } from '../backup/backup-file';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/format';
import type { Output } from '../output/output';
import { explainBackup } from './backup';

export interface RestoreArguments {
  /** Absolute. */
  readonly path: string;
  /** As given by the caller. */
  readonly file: string;
  /** True to verify the file only, without a database. */
  readonly isCheck: boolean;
}

export interface RestoreDeps {
  /** Runs work on the database, with a single connection. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  /** Stops the restore, which then leaves the database empty. */
  readonly signal: AbortSignal;
  /** Directory of the migrations. */
  readonly migrations: string;
}

/** Prepares a database that other tools have restored. */
export async function adopt({ output, withDatabase, migrations }: Omit<RestoreDeps, 'signal'>): Promise<number> {
  const release = { migrations, version: PROGRAM_VERSION };
  const historySeq = await withDatabase((db) => adoptDatabase(db, release)).catch((error: unknown) => {
    throw explainBackup(error);
  });
  output.result(
    { history_seq: historySeq },
    historySeq === null ? 'The log is empty: nothing to do.' : `The log continues with revision ${historySeq}.`,
    REVIVED,
  );
  return EXIT.done;
}

/** Restores a backup into an empty database, or verifies it. */
export async function restore(args: RestoreArguments, deps: RestoreDeps): Promise<number> {
  const { signal } = deps;
  try {
    await (args.isCheck ? check(args, deps) : load(args, deps));
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', 'Interrupted: nothing was restored', { cause: error });
    throw explainBackup(error);
  }
}

async function check({ path, file }: RestoreArguments, { output, signal }: RestoreDeps): Promise<void> {
  const { head, tables } = await checkBackup(readBackupFile(path, file), (table, rows) => {
    signal.throwIfAborted();
    output.progress(`Checking ${table} … ${rows} rows`);
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { created_at: createdAt, log } = head;
  output.result(
    { file, created_at: createdAt, version: head.version, log, rows, tables },
    `${file}: complete; ${count(rows, 'row')}, up to revision ${log.seq} of ${createdAt}, written by Droptrack ${head.version}`,
  );
}

async function load({ path, file }: RestoreArguments, deps: RestoreDeps): Promise<void> {
  const { output, signal, migrations } = deps;
  // The first look at the file comes before the database, which can have to be started.
  const members = readBackupFile(path, file);
  const report = await deps.withDatabase((db) =>
    restoreDatabase(db, members, { migrations, signal, onStep: (step) => output.progress(step) }),
  );
  const { head, tables, migrated, skipped, historySeq } = report;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  output.result(
    { file, created_at: head.created_at, log: head.log, rows, tables, migrated, skipped, history_seq: historySeq },
    `${file}: restored ${count(rows, 'row')}, up to revision ${head.log.seq} of ${head.created_at}`,
    remarks(report),
  );
}

const REVIVED =
  'Keys that were revoked after the backup are valid again: see docs/backup.md before you start the service.';

function remarks({ migrated, skipped }: RestoreReport): string {
  return [
    ...(migrated.length > 0 ? [`Applied ${count(migrated.length, 'migration')} that the backup lacked.`] : []),
    ...(skipped.length > 0 ? [`Not restored, as they are no tables of Droptrack: ${skipped.join(', ')}`] : []),
    REVIVED,
  ].join('\n');
}
