import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { DuplicateRule } from '@droptrack/persistence';
import { type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

interface LoadFlags {
  readonly unit?: 'base' | 'token';
  readonly columns?: string;
  readonly duplicates: DuplicateRule;
  readonly exclusion?: boolean;
  readonly url?: string;
  readonly dryRun?: boolean;
}

/** Registers `droptrack lists …`. */
export function registerLists(program: Command, session: Session, end: (code: number) => void): void {
  const lists = program
    .command('lists')
    .summary('load and show lists of wallets')
    .description('Lists of who gets how much, which eligibility checks answer from (docs/lists.md).');
  withExamples(lists, ['lists'], ['droptrack lists load linea list.csv --unit token', 'droptrack lists show']);
  registerLoad(lists, session, end);
  registerShow(lists, session, end);
}

function registerLoad(lists: Command, session: Session, end: (code: number) => void): void {
  const load = lists
    .command('load <drop> <csv>')
    .summary('put a list in force')
    .description(
      'Puts the list of a CSV file (.gz too) in force for a drop: all of it, or with any fault nothing, and the ' +
        'former one stays. Loading the same again changes nothing.',
    )
    .addOption(
      new Option('--unit <unit>', 'what the amounts are: base units, or whole tokens').choices(['base', 'token']),
    )
    .option('--columns <names>', 'what the columns are called: wallet=address,amount=amount')
    .addOption(
      new Option('--duplicates <rule>', 'what to do with a wallet that has several rows')
        .choices(['refuse', 'sum'])
        .default('refuse'),
    )
    .option('--exclusion', 'a list of those that were left out; it needs no amounts')
    .option('--url <address>', 'where the list was published')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (drop: string, csv: string, flags: LoadFlags) => {
      const [{ loadListFile }, { openCsv }] = await Promise.all([
        import('./commands/lists-load'),
        import('./lists/csv-records'),
      ]);
      const args = {
        dropId: drop,
        path: resolve(session.cwd, csv),
        file: csv,
        kind: flags.exclusion === true ? ('exclusion' as const) : ('allocation' as const),
        unit: flags.exclusion === true ? null : (flags.unit ?? null),
        columns: flags.columns ?? null,
        duplicates: flags.duplicates,
        url: flags.url ?? null,
        dryRun: flags.dryRun ?? false,
      };
      const code = await loadListFile(args, {
        openCsv,
        output: session.output,
        withDatabase: (work) => withDatabase(session, work),
        now: session.now,
      });
      end(code);
    });
  withExamples(
    load,
    ['lists', 'load'],
    [
      'droptrack lists load linea list.csv --unit token --url https://linea.build/list.csv --dry-run',
      'droptrack lists load lido lido.csv.gz --unit base --columns wallet=address,amount=amount',
      'droptrack lists load furucombo weeks.csv --unit token --duplicates sum',
      'droptrack lists load linea sybils.csv --exclusion',
    ],
  );
}

function registerShow(lists: Command, session: Session, end: (code: number) => void): void {
  const show = lists
    .command('show [drop]')
    .summary('show what is loaded')
    .description('Shows the lists in force, or every version of one drop; never a wallet.')
    .action(async (drop?: string) => {
      const { showLists } = await import('./commands/lists-show');
      end(
        await showLists(
          { dropId: drop ?? null },
          { output: session.output, withDatabase: (work) => withDatabase(session, work) },
        ),
      );
    });
  withExamples(show, ['lists', 'show'], ['droptrack lists show', 'droptrack lists show linea --json']);
}
