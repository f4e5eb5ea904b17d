import type { ListKind } from '@droptrack/catalogue';
import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { LIST_FORMATS, type ListFormat } from '@droptrack/eligibility/formats';
import type { DuplicateRule } from '@droptrack/persistence';
import { type Command, Option } from 'commander';
import { registerRemove, registerRollback, registerShow, registerVersions } from './program-lists-versions';
import { type Session, withDatabase } from './runtime';
import { integer, withExamples } from './usage';

interface LoadFlags {
  readonly filesFrom?: string;
  readonly format: ListFormat | 'auto';
  readonly unit?: 'base' | 'token';
  readonly columns?: string;
  readonly tree?: ProofFormat;
  readonly part?: boolean;
  readonly expectRoot?: string;
  readonly expectTotal?: string;
  readonly expectWallets?: number;
  readonly acceptDifference?: boolean;
  readonly duplicates: DuplicateRule;
  readonly kind: ListKind;
  readonly exclusion?: boolean;
  readonly url?: string;
  readonly dryRun?: boolean;
}

/** Most wallets of one list. */
const WALLETS_MAX = 2_147_483_647;

/** Registers `droptrack lists …`. */
export function registerLists(program: Command, session: Session, end: (code: number) => void): void {
  const lists = program
    .command('lists')
    .summary('load, show, switch and remove lists of wallets')
    .description('Lists of who gets how much, which eligibility checks answer from (docs/lists.md).');
  withExamples(lists, ['lists'], ['droptrack lists load linea list.csv --unit token', 'droptrack lists show']);
  registerLoad(lists, session, end);
  registerShow(lists, session, end);
  registerVersions(lists, session, end);
  registerRollback(lists, session, end);
  registerRemove(lists, session, end);
}

function registerLoad(lists: Command, session: Session, end: (code: number) => void): void {
  const load = lists
    .command('load <drop> [files...]')
    .summary('put a list in force')
    .description(
      'Puts the list of one or more files (.gz too) in force for a drop: all of it, or with any fault nothing, and the ' +
        'former one stays. Loading the same again changes nothing. A folder stands for all files in it.',
    );
  load.option(
    '--files-from <file>',
    'read names of files and folders from a file, one on each line; - for standard input',
  );
  addReadingOptions(load);
  addTreeOptions(load)
    .option('--url <address>', 'where the list was published')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (drop: string, files: string[], flags: LoadFlags) => end(await runLoad(session, drop, files, flags)));
  withExamples(
    load,
    ['lists', 'load'],
    [
      'droptrack lists load linea list.csv --unit token --url https://linea.build/list.csv --dry-run',
      'droptrack lists load lido lido.csv.gz --unit base --columns wallet=address,amount=amount',
      'droptrack lists load linea tree.json --expect-root 0xc850…deb5',
      'droptrack lists load linea list.csv --unit base --columns index=nr --tree uniswap --expect-wallets 252803',
      'droptrack lists load hop shards',
      'droptrack lists load uniswap --files-from chunks.txt --expect-root 0xc850…deb5',
      'droptrack lists load furucombo weeks.csv --unit token --duplicates sum',
      'droptrack lists load linea sybils.csv --kind exclusion',
    ],
  );
}

function addReadingOptions(load: Command): Command {
  return load
    .addOption(
      new Option('--format <format>', 'how the files are written').choices(['auto', ...LIST_FORMATS]).default('auto'),
    )
    .addOption(
      new Option('--unit <unit>', 'what the amounts are: base units, or whole tokens').choices(['base', 'token']),
    )
    .option('--columns <names>', 'what the columns are called: wallet=address,amount=amount,index=nr')
    .addOption(
      new Option('--duplicates <rule>', 'what to do with a wallet that has several rows')
        .choices(['refuse', 'sum'])
        .default('refuse'),
    )
    .addOption(
      new Option('--kind <kind>', 'allocation: who gets what; exclusion: who was left out, without amounts')
        .choices(['allocation', 'exclusion'])
        .default('allocation'),
    )
    .addOption(new Option('--exclusion', 'as --kind exclusion').hideHelp());
}

function addTreeOptions(load: Command): Command {
  return load
    .addOption(
      new Option(
        '--tree <format>',
        'build the tree that proofs come from (default: the one of the files); state its root with --expect-root',
      ).choices(PROOF_FORMATS),
    )
    .option('--part', 'the files are a part of the list: keep the proofs of their rows or shards, which must hold')
    .option('--expect-root <root>', 'refuse it unless its tree has this root')
    .option('--expect-total <amount>', 'refuse it unless the amounts add up to this, in the unit of the list')
    .addOption(
      new Option('--expect-wallets <n>', 'refuse it unless it has so many wallets').argParser(integer(1, WALLETS_MAX)),
    )
    .option('--accept-difference', 'load it though its wallets or total are more than 10 % off the catalogue’s');
}

async function runLoad(session: Session, drop: string, paths: readonly string[], flags: LoadFlags): Promise<number> {
  const [{ loadListFiles }, { findListFiles }, { openListFiles }, { bulkHash }] = await Promise.all([
    import('./commands/lists-load'),
    import('./lists/list-paths'),
    import('./lists/open-list-files'),
    import('./lists/bulk-hash'),
  ]);
  const kind = flags.exclusion === true ? 'exclusion' : flags.kind;
  return loadListFiles(
    {
      dropId: drop,
      files: await findListFiles({ paths, filesFrom: flags.filesFrom ?? null }, session),
      format: flags.format,
      kind,
      unit: kind === 'exclusion' ? null : (flags.unit ?? null),
      columns: flags.columns ?? null,
      tree: flags.tree ?? null,
      isPart: flags.part ?? false,
      expectRoot: flags.expectRoot ?? null,
      expectTotal: flags.expectTotal ?? null,
      expectWallets: flags.expectWallets ?? null,
      acceptDifference: flags.acceptDifference ?? false,
      duplicates: flags.duplicates,
      url: flags.url ?? null,
      dryRun: flags.dryRun ?? false,
    },
    {
      openListFiles,
      bulkHash,
      output: session.output,
      withDatabase: (work) => withDatabase(session, work),
      now: session.now,
    },
  );
}
