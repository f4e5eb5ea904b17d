import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { configOf, databaseDeps, type Session } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack backup` and `droptrack restore`. */
export function registerBackup(program: Command, session: Session, end: (code: number) => void): void {
  const backup = program
    .command('backup')
    .argument('<file>', 'file to write; it appears when it is complete')
    .summary('write all data into one file')
    .description(
      'Writes all tables into one file, from one snapshot of the database, while the service runs (docs/backup.md). The ' +
        'database can be the embedded one or DATABASE_URL. The file contains wallets of lists, hashes of keys and encrypted ' +
        'secrets: only its owner can read it.',
    )
    .option('--force', 'replace an existing file')
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      if (file === '-') backup.error('error: name a file: a backup is kept only once it is complete and on the disk');
      const [{ backup: run }, { assertDatabaseExists }, { untilInterrupted }] = await Promise.all([
        import('./commands/backup'),
        import('./database/with-database'),
        import('./commands/api-client'),
      ]);
      await assertDatabaseExists(configOf(session));
      const args = { path: resolve(session.cwd, file), file, isForced: force };
      const { output } = session;
      const now = (): number => session.now().getTime();
      const deps = { output, now, withDatabase: await databaseRunner(session) };
      end(await untilInterrupted(session.signals, (signal) => run(args, { ...deps, signal })));
    });
  withExamples(
    backup,
    ['backup'],
    [
      'droptrack backup droptrack-2026-11-23.tar',
      'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack backup /srv/backups/latest.tar --force --json',
    ],
  );
  registerRestore(program, session, end);
}

function registerRestore(program: Command, session: Session, end: (code: number) => void): void {
  const restore = program
    .command('restore')
    .argument('[file]', 'file that `droptrack backup` has written')
    .summary('restore a backup into an empty database')
    .description(
      'Restores a backup into an empty database, in one transaction, and verifies it. Backups of earlier versions are ' +
        'migrated to this one. Read docs/backup.md before you start the service on the restored data.',
    )
    .addOption(new Option('--check', 'verify the file only; no database is used').conflicts('adopt'))
    .option('--adopt', 'prepare a database for the service that other tools have restored, without a file')
    .action(
      async (file: string | undefined, { check = false, adopt = false }: { check?: boolean; adopt?: boolean }) => {
        const [{ adopt: runAdopt, restore: run }, { assertDatabaseExists }, { untilInterrupted }] = await Promise.all([
          import('./commands/restore'),
          import('./database/with-database'),
          import('./commands/api-client'),
        ]);
        if ((file === undefined) !== adopt) {
          restore.error(adopt ? 'error: --adopt takes no file' : "error: missing required argument 'file'");
        }
        if (file === '-') restore.error('error: name a file: standard input is not read');
        const { output, places, cwd } = session;
        if (adopt) await assertDatabaseExists(configOf(session));
        const deps = { output, migrations: places.migrations, withDatabase: await databaseRunner(session) };
        if (file === undefined) return end(await runAdopt(deps));
        const args = { path: resolve(cwd, file), file, isCheck: check };
        end(await untilInterrupted(session.signals, (signal) => run(args, { ...deps, signal })));
      },
    );
  withExamples(
    restore,
    ['restore'],
    [
      'droptrack restore droptrack-2026-11-23.tar --check',
      'droptrack restore --adopt',
      'DATABASE_URL=postgres://droptrack@db.example.com/restored droptrack restore droptrack-2026-11-23.tar',
      'DROPTRACK_HOME=~/.droptrack-restored droptrack restore droptrack-2026-11-23.tar',
    ],
  );
}

/** Runs work on the database as it is, without migrations, over one connection. */
async function databaseRunner(session: Session) {
  const [{ withDatabaseUrl }, { withOneConnection }] = await Promise.all([
    import('./database/with-database'),
    import('./database/open'),
  ]);
  return <T>(work: Parameters<typeof withOneConnection<T>>[1]): Promise<T> =>
    withDatabaseUrl(databaseDeps(session), ({ url }) => withOneConnection(url, work));
}
