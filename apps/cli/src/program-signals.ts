import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

interface ImportFlags {
  readonly format: 'auto' | 'ndjson' | 'csv';
  readonly source: string;
  readonly dryRun?: boolean;
  readonly backfill: boolean;
}

/** Registers `droptrack signals …`. */
export function registerSignals(program: Command, session: Session, end: (code: number) => void): void {
  const signals = program
    .command('signals')
    .summary('import readings of signals')
    .description('Manage the readings of signals from which hype scores are computed (docs/signals.md).');
  withExamples(signals, ['signals'], ['droptrack signals import readings.ndjson --dry-run']);
  registerImport(signals, session, end);
}

function registerImport(signals: Command, session: Session, end: (code: number) => void): void {
  const command = signals
    .command('import <file>')
    .summary('import the readings of a file')
    .description(
      'Imports readings from a file (NDJSON or CSV, gzip supported; - for standard input) in one transaction: if any ' +
        'line has an error, nothing changes. Then computes the hourly points of past hours. Idempotent.',
    )
    .addOption(new Option('--format <format>', 'format of the file').choices(['auto', 'ndjson', 'csv']).default('auto'))
    .option('--source <name>', 'source of readings that name none, up to 64 characters', 'import')
    .option('--dry-run', 'validate the file without importing it')
    .option('--no-backfill', 'leave the points of past hours to the worker')
    .action(async (file: string, flags: ImportFlags) => {
      const { importSignals } = await import('./commands/signals-import');
      const code = await importSignals(
        {
          file: file === '-' ? file : resolve(session.cwd, file),
          shownAs: file,
          format: flags.format === 'auto' ? null : flags.format,
          source: flags.source,
          dryRun: flags.dryRun ?? false,
          withBackfill: flags.backfill,
        },
        { ...session, withDatabase: (work) => withDatabase(session, work) },
      );
      end(code);
    });
  withExamples(
    command,
    ['signals', 'import'],
    [
      'droptrack signals import readings.ndjson --dry-run',
      'droptrack signals import history.csv.gz --source defillama',
      'zcat *.ndjson.gz | droptrack signals import - --no-backfill --json',
    ],
  );
}
