import { resolve } from 'node:path';
import type { Command } from 'commander';
import { configOf, type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

interface ExportFlags {
  readonly dir: string;
  readonly force?: boolean;
}

/** Registers `droptrack export`. */
export function registerExport(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('export')
    .summary('write the history of the service for analysts')
    .description(
      'Writes all revisions of drops and of the calendar, all points of hype scores and all events as Parquet files, with a ' +
        'manifest, from one snapshot of the database (docs/analysts.md). The folder appears when it is complete. It ' +
        'contains no key, no webhook, and no wallet of a list.',
    )
    .requiredOption('--dir <folder>', 'folder to create; may exist if it is empty')
    .option('--force', 'replace an earlier export in the folder; other files are never deleted')
    .action(async ({ dir, force = false }: ExportFlags) => {
      const [{ exportForAnalysts }, { untilInterrupted }] = await Promise.all([
        import('./commands/export'),
        import('./commands/api-client'),
      ]);
      const { ruleset } = configOf(session);
      const args = { path: resolve(session.cwd, dir), directory: dir, isForced: force, ruleset: ruleset.version };
      const deps = {
        output: session.output,
        withDatabase: <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(session, work),
      };
      end(await untilInterrupted(session.signals, (signal) => exportForAnalysts(args, { ...deps, signal })));
    });
  withExamples(
    command,
    ['export'],
    [
      'droptrack export --dir droptrack-2026-11-23',
      'droptrack export --dir /srv/dumps/latest --force',
      'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack export --dir dump --json',
    ],
  );
}
