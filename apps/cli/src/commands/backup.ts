import { backupDatabase, BackupError, type Database } from '@droptrack/persistence';
import { version } from '../../package.json';
import { BackupFile } from '../backup/backup-file';
import { CliError, EXIT } from '../output/cli-error';
import { count, size } from '../output/format';
import type { Output } from '../output/output';

export interface BackupArguments {
  /** Absolute. */
  readonly path: string;
  /** As given by the caller. */
  readonly file: string;
  /** True to replace an existing file. */
  readonly isForced: boolean;
}

export interface BackupDeps {
  /** Runs work on the database, with a single connection. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  /** Stops the backup, which then leaves nothing. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Writes all data of the service into one file. */
export async function backup(args: BackupArguments, deps: BackupDeps): Promise<number> {
  const { output, signal } = deps;
  try {
    const file = await BackupFile.create(args.path, { shownAs: args.file, isForced: args.isForced, now: deps.now });
    try {
      const onRows = (table: string, rows: number): void =>
        output.progress(`Backing up ${table} … ${rows} rows, ${size(file.bytes)} in total`);
      const { head, tables } = await deps.withDatabase((db) =>
        backupDatabase(db, { version, signal, onRows }, file.write),
      );
      await file.commit();
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const { created_at: createdAt, log } = head;
      output.result(
        {
          file: args.file,
          bytes: file.bytes,
          created_at: createdAt,
          log,
          migrations: head.migrations.length,
          rows,
          tables,
        },
        `${args.file}: ${count(rows, 'row')} in ${count(tables.length, 'table')}, ${size(file.bytes)}, up to revision ${log.seq} of ${createdAt}`,
        'It contains wallets, hashes of keys and encrypted secrets: keep it private, and WEBHOOK_SECRET_KEY in another place.',
      );
      return EXIT.done;
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', 'Interrupted: nothing was written', { cause: error });
    throw explainBackup(error);
  }
}

/** Converts errors of backups into a {@link CliError}; returns others. */
export const explainBackup = (error: unknown): unknown =>
  error instanceof BackupError ? new CliError(error.code, error.message, { cause: error }) : error;
