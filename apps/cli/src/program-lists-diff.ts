import type { ListKind } from '@droptrack/catalogue';
import { type Command, Option } from 'commander';
import { kindOption, nameOption, VERSION_MAX } from './program-lists-versions';
import { type Session, withDatabase } from './runtime';
import { integer, withExamples } from './usage';

const EXAMPLES_MAX = 100;

/** Options of the examples of a comparison. */
export interface ExampleFlags {
  readonly examples: number;
  readonly showWallets?: boolean;
}

/** Adds the options of the examples of a comparison. @param when - end of a sentence about them. */
export function addExampleOptions(command: Command, when = ''): Command {
  return command
    .addOption(
      new Option('--examples <n>', `number of example wallets per kind of difference${when}`)
        .argParser(integer(0, EXAMPLES_MAX))
        .default(5),
    )
    .option('--show-wallets', 'show the example wallets in full instead of their beginning and end');
}

/** Registers `droptrack lists diff`. */
export function registerDiff(lists: Command, session: Session, end: (code: number) => void): void {
  const version = integer(1, VERSION_MAX);
  const diff = lists
    .command('diff')
    .argument('<drop>', 'id of the drop')
    .argument('<version>', 'version to compare', version)
    .argument('[version]', 'version to compare it with (default: the active one)', version)
    .summary('compare two versions of a list')
    .description(
      'Compares two versions of a drop’s list: wallets that were added, removed, or have another amount, and those of ' +
        'them that differ most.',
    )
    .addOption(kindOption())
    .addOption(nameOption());
  addExampleOptions(diff).action(
    async (
      drop: string,
      before: number,
      after: number | undefined,
      { kind, name, examples, showWallets = false }: ExampleFlags & { kind: ListKind; name?: string },
    ) => {
      const { diffLists } = await import('./commands/lists-diff');
      const args = { dropId: drop, kind, name: name ?? null, before, after: after ?? null, examples, showWallets };
      end(await diffLists(args, { output: session.output, withDatabase: (work) => withDatabase(session, work) }));
    },
  );
  withExamples(
    diff,
    ['lists', 'diff'],
    [
      'droptrack lists diff linea 3',
      'droptrack lists diff linea 3 4 --examples 20',
      'droptrack lists diff linea 3 --json',
    ],
  );
}
