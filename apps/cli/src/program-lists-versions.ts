import type { ListKind } from '@droptrack/catalogue';
import { type Command, Option } from 'commander';
import { type Session, withDatabase } from './runtime';
import { integer, withExamples } from './usage';

type End = (code: number) => void;

/** Maximum number of a version. */
export const VERSION_MAX = 2_147_483_647;

export const kindOption = (): Option =>
  new Option('--kind <kind>', 'kind of the list').choices(['allocation', 'exclusion']).default('allocation');

/** Option for the name of a list. */
export const nameOption = (): Option => new Option('--name <name>', 'name of the list (default: the unnamed one)');

/** Registers `droptrack lists show`. */
export function registerShow(lists: Command, session: Session, end: End): void {
  const show = lists
    .command('show [drop]')
    .summary('show active lists')
    .description('Shows the active lists of all drops, or of one. Wallets are never shown.')
    .action(async (drop?: string) => end(await runShow(session, drop ?? null, false)));
  withExamples(show, ['lists', 'show'], ['droptrack lists show', 'droptrack lists show linea --json']);
}

/** Registers `droptrack lists versions`. */
export function registerVersions(lists: Command, session: Session, end: End): void {
  const versions = lists
    .command('versions <drop>')
    .summary('show every version of a drop’s lists')
    .description('Shows every version of the lists of a drop, newest first. Wallets are never shown.')
    .action(async (drop: string) => end(await runShow(session, drop, true)));
  withExamples(
    versions,
    ['lists', 'versions'],
    ['droptrack lists versions linea', 'droptrack lists versions linea --json'],
  );
}

async function runShow(session: Session, dropId: string | null, withFormer: boolean): Promise<number> {
  const { showLists } = await import('./commands/lists-show');
  const deps = { output: session.output, withDatabase: <T>(work: Work<T>) => withDatabase(session, work) };
  return showLists({ dropId, withFormer }, deps);
}
type Work<T> = Parameters<typeof withDatabase<T>>[1];

/** Registers `droptrack lists rollback`. */
export function registerRollback(lists: Command, session: Session, end: End): void {
  const rollback = lists
    .command('rollback <drop>')
    .summary('activate an earlier version')
    .description('Activates an earlier version of a drop’s list, by default the previous one.')
    .addOption(
      new Option('--to <version>', 'version to activate (default: the previous one)').argParser(
        integer(1, VERSION_MAX),
      ),
    )
    .addOption(kindOption())
    .addOption(nameOption())
    .option('--dry-run', 'show the changes without making them')
    .action(async (drop: string, flags: { to?: number; kind: ListKind; name?: string; dryRun?: boolean }) => {
      const { rollBackLists } = await import('./commands/lists-versions');
      const { kind, name = null, to: version = null, dryRun = false } = flags;
      const args = { dropId: drop, kind, name, version, dryRun };
      end(await rollBackLists(args, { ...session, withDatabase: (work) => withDatabase(session, work) }));
    });
  withExamples(
    rollback,
    ['lists', 'rollback'],
    ['droptrack lists rollback linea --dry-run', 'droptrack lists rollback linea --to 3 --json'],
  );
}

/** Registers `droptrack lists remove`. */
export function registerRemove(lists: Command, session: Session, end: End): void {
  const remove = lists
    .command('remove <drop>')
    .summary('deactivate a list')
    .description(
      'Deactivates a drop’s list: eligibility checks then report that no list is published. The versions keep their ' +
        'rows and can be activated again, unless --purge deletes them. Asks for confirmation.',
    )
    .addOption(kindOption())
    .addOption(nameOption())
    .option('--purge', 'also delete the rows of all versions; this cannot be undone')
    .option('--yes', 'skip the confirmation')
    .action(async (drop: string, flags: { kind: ListKind; name?: string; purge?: boolean; yes?: boolean }) => {
      const { removeLists } = await import('./commands/lists-versions');
      const { kind, name = null, purge = false, yes = false } = flags;
      const args = { dropId: drop, kind, name, purge, yes };
      end(await removeLists(args, { ...session, withDatabase: (work) => withDatabase(session, work) }));
    });
  withExamples(
    remove,
    ['lists', 'remove'],
    [
      'droptrack lists remove linea',
      'droptrack lists remove linea --kind exclusion --yes',
      'droptrack lists remove linea --name season-2',
      'droptrack lists remove linea --purge --yes --json',
    ],
  );
}
