import { resolve } from 'node:path';
import {
  adoptDatabase,
  backupDatabase,
  BackupError,
  checkBackup,
  type Database,
  restoreDatabase,
  type RestoreReport,
} from '@droptrack/persistence';
import { PROGRAM_VERSION } from '@droptrack/program';
import { version } from '../../../package.json';
import { withOneConnection } from '../../database/open';
import { assertDatabaseExists, withDatabaseUrl } from '../../database/with-database';
import { CliError, EXIT } from '../../output/cli-error';
import { count, size } from '../../output/format';
import {
  configOf,
  databaseDeps,
  type InterruptibleSession,
  type Session,
  untilInterrupted,
} from '../../session/session';
import { BackupFile, readBackupFile } from './archive/backup-file';

type BackupSession = Session & InterruptibleSession;

export interface Backup {
  /** File to write. */
  readonly file: string;
  /** Replaces an existing file. */
  readonly force: boolean;
}

/** Writes all data of the service into one file. */
export async function backup({ file: shownAs, force }: Backup, session: BackupSession): Promise<number> {
  const { output, signal, cwd } = session;
  await assertDatabaseExists(configOf(session));
  try {
    const now = (): number => session.now().getTime();
    const file = await BackupFile.create(resolve(cwd, shownAs), { shownAs, isForced: force, now });
    try {
      const onRows = (table: string, rows: number): void =>
        output.progress(`Backing up ${table} … ${rows} rows, ${size(file.bytes)} in total`);
      const { head, tables } = await asItIs(session, (db) =>
        backupDatabase(db, { version, signal, onRows }, file.write),
      );
      await file.commit();
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const { created_at: createdAt, log } = head;
      const contents = { created_at: createdAt, log, migrations: head.migrations.length, rows, tables };
      output.result(
        { file: shownAs, bytes: file.bytes, ...contents },
        `${shownAs}: ${count(rows, 'row')} in ${count(tables.length, 'table')}, ${size(file.bytes)}, up to revision ${log.seq} of ${createdAt}`,
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
const explainBackup = (error: unknown): unknown =>
  error instanceof BackupError ? new CliError(error.code, error.message, { cause: error }) : error;

/** Runs work on the database as it is, without migrations, over one connection. */
const asItIs = <T>(session: Session, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabaseUrl(databaseDeps(session), ({ url }) => withOneConnection(url, work));

export interface Restore {
  /** Null with `adopt`. */
  readonly file: string | null;
  /** Verifies the file only, without a database. */
  readonly check: boolean;
  /** Prepares a database that other tools have restored. */
  readonly adopt: boolean;
}

/** Restores a backup into an empty database, or verifies it; without a file, prepares a restored database. */
export async function restore({ file, check }: Restore, session: Session): Promise<number> {
  if (file === null) return adoptRestored(session);
  return untilInterrupted(session.signals, async (signal) => {
    try {
      await (check ? verify : load)(file, { ...session, signal });
      return EXIT.done;
    } catch (error) {
      if (signal.aborted) throw new CliError('interrupted', 'Interrupted: nothing was restored', { cause: error });
      throw explainBackup(error);
    }
  });
}

/** Prepares a database that other tools have restored. */
async function adoptRestored(session: Session): Promise<number> {
  const { output, places } = session;
  await assertDatabaseExists(configOf(session));
  const release = { migrations: places.migrations, version: PROGRAM_VERSION };
  const historySeq = await asItIs(session, (db) => adoptDatabase(db, release)).catch((error: unknown) => {
    throw explainBackup(error);
  });
  output.result(
    { history_seq: historySeq },
    historySeq === null ? 'The log is empty: nothing to do.' : `The log continues with revision ${historySeq}.`,
    REVIVED,
  );
  return EXIT.done;
}

async function verify(file: string, { output, signal, cwd }: BackupSession): Promise<void> {
  const { head, tables } = await checkBackup(readBackupFile(resolve(cwd, file), file), (table, rows) => {
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

async function load(file: string, session: BackupSession): Promise<void> {
  const { output, signal, cwd, places } = session;
  const { migrations } = places;
  // The first look at the file comes before the database, which can have to be started.
  const members = readBackupFile(resolve(cwd, file), file);
  const report = await asItIs(session, (db) =>
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
