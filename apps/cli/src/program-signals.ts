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
    .description('Readings of signals: what sources said about drops, which scores are made of (docs/signals.md).');
  withExamples(signals, ['signals'], ['droptrack signals import readings.ndjson --dry-run']);
  registerImport(signals, session, end);
}

function registerImport(signals: Command, session: Session, end: (code: number) => void): void {
  const command = signals
    .command('import <file>')
    .summary('take the readings of a file')
    .description(
      'Takes the readings of a file (NDJSON or CSV, gzip or not; - for standard input): all of them, or with any fault ' +
        'none. Then gives past hours the points that the readings allow. Importing the same again changes nothing.',
    )
    .addOption(
      new Option('--format <format>', 'how the file is written').choices(['auto', 'ndjson', 'csv']).default('auto'),
    )
    .option('--source <name>', 'who says so, where the file does not', 'import')
    .option('--dry-run', 'check everything, and change nothing')
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
