import type { ListKind } from '@droptrack/catalogue';
import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { LIST_FORMATS, type ListFormat } from '@droptrack/eligibility/formats';
import { type Command, Option } from 'commander';
import type { ShapeOptions } from './lists/tree-terms';
import { addExampleOptions, type ExampleFlags, registerDiff } from './program-lists-diff';
import { registerRemove, registerRollback, registerShow, registerVersions, nameOption } from './program-lists-versions';
import { type Session, withDatabase } from './runtime';
import { formerAcceptMismatch, integer, withExamples } from './usage';

interface LoadFlags extends ExampleFlags {
  readonly filesFrom?: string;
  readonly format: ListFormat | 'auto';
  readonly unit?: 'base' | 'token';
  readonly columns?: string;
  readonly each?: string;
  readonly index?: 'row';
  readonly hex?: string;
  readonly tree?: ProofFormat | 'none';
  readonly leaf?: string;
  readonly leaves?: 'listed' | 'sorted';
  readonly pairs?: 'sorted' | 'positional';
  readonly odd?: 'promote' | 'repeat';
  readonly part?: boolean;
  readonly expectRoot?: string;
  readonly expectTotal?: string;
  readonly expectWallets?: number;
  readonly acceptMismatch?: boolean;
  readonly duplicates: 'reject' | 'sum' | 'separate';
  readonly kind: ListKind;
  readonly name?: string;
  readonly exclusion?: boolean;
  readonly url?: string;
  readonly dryRun?: boolean;
}

/** Maximum number of wallets in a list. */
const WALLETS_MAX = 2_147_483_647;

/** Registers `droptrack lists …`. */
export function registerLists(program: Command, session: Session, end: (code: number) => void): void {
  const lists = program
    .command('lists')
    .summary('load, show, compare, roll back and remove lists of wallets')
    .description('Manage the lists of wallets and amounts that eligibility checks use (docs/lists.md).');
  withExamples(lists, ['lists'], ['droptrack lists load linea list.csv --unit token', 'droptrack lists show']);
  registerLoad(lists, session, end);
  registerShow(lists, session, end);
  registerVersions(lists, session, end);
  registerDiff(lists, session, end);
  registerRollback(lists, session, end);
  registerRemove(lists, session, end);
}

function registerLoad(lists: Command, session: Session, end: (code: number) => void): void {
  const load = lists
    .command('load <drop> [files...]')
    .summary('load and activate a list')
    .description(
      'Loads a list from one or more files (gzip, Zstandard and zip supported), or from standard input (-), and activates ' +
        'it for a drop. If any row has an error, ' +
        'nothing changes and the active list stays. A folder stands for all files in it. Idempotent.',
    );
  load.option(
    '--files-from <file>',
    'read the names of files and folders from a file, one per line; - for standard input',
  );
  addReadingOptions(load);
  addRowOptions(load);
  addTreeOptions(load)
    .addOption(nameOption())
    .option('--url <address>', 'http or https address at which the list was published')
    .option('--dry-run', 'show the changes without making them, and the differences from the active list');
  addExampleOptions(load, ' in a dry run').action(async (drop: string, files: string[], flags: LoadFlags) =>
    end(await runLoad(session, drop, files, flags)),
  );
  withExamples(
    load,
    ['lists', 'load'],
    [
      'droptrack lists load linea list.csv --unit token --url https://linea.build/list.csv --dry-run',
      'droptrack lists load lido lido.csv.gz --unit base --columns wallet=address,amount=amount',
      'droptrack lists load linea tree.json --expect-root 0xc850…deb5',
      'droptrack lists load linea list.csv --unit base --columns index=nr --tree uniswap --expect-wallets 252803',
      'droptrack lists load hop shards',
      'droptrack lists load linea waves.zip --unit token',
      'curl https://linea.build/list.csv | droptrack lists load linea - --unit token',
      'droptrack lists load uniswap --files-from chunks.txt --expect-root 0xc850…deb5',
      'droptrack lists load furucombo weeks.csv --unit token --duplicates sum',
      'droptrack lists load linea season-2.csv --unit token --name season-2',
      'droptrack lists load linea sybils.csv --kind exclusion',
      'droptrack lists load linea holders.json --columns wallet=owner --each 100 --unit token --duplicates sum',
      'droptrack lists load linea claims.csv --unit base --index row --tree uniswap --expect-root 0xc850…deb5',
      'droptrack lists load linea export.csv --unit base --hex wallets,amounts',
      'droptrack lists load linea merkl.csv --unit base --tree abi --leaf "address wallet, address 0x…, uint256 amount"',
    ],
  );
}

function addReadingOptions(load: Command): Command {
  return load
    .addOption(
      new Option('--format <format>', 'format of the files').choices(['auto', ...LIST_FORMATS]).default('auto'),
    )
    .addOption(
      new Option('--unit <unit>', 'unit of the amounts: base units, or whole tokens').choices(['base', 'token']),
    )
    .option(
      '--columns <names>',
      'column names or numbers in the file, such as wallet=address,amount=#2,index=nr,proof=path,breakdown=staking',
    )
    .addOption(duplicatesOption())
    .addOption(
      new Option('--kind <kind>', 'allocation: wallets with amounts; exclusion: excluded wallets, without amounts')
        .choices(['allocation', 'exclusion'])
        .default('allocation'),
    )
    .addOption(new Option('--exclusion', 'same as --kind exclusion').hideHelp());
}

function duplicatesOption(): Option {
  const option = new Option('--duplicates <rule>', 'handling of a wallet with several rows')
    .choices(['reject', 'sum', 'separate'])
    .default('reject');
  const { parseArg } = option;
  // Its former name is still accepted.
  return option.argParser((rule, before: string) => parseArg?.(rule === 'refuse' ? 'reject' : rule, before) ?? rule);
}

function addRowOptions(load: Command): Command {
  return load
    .option(
      '--each <amount>',
      'amount of every row of a list without amounts, in --unit; with --duplicates sum, per row',
    )
    .addOption(
      new Option('--index <source>', 'claim indexes: row numbers the rows of the list, from 0').choices(['row']),
    )
    .option('--hex <values>', 'wallets: they have no 0x; amounts: 0x and hex digits, or 64; or wallets,amounts');
}

function addTreeOptions(load: Command): Command {
  return load
    .addOption(
      new Option(
        '--tree <format>',
        'format of the Merkle tree to build for proofs (default: that of the files or of their proofs); combine with ' +
          '--expect-root',
      ).choices([...PROOF_FORMATS, 'none']),
    )
    .option(
      '--leaf <fields>',
      'fields of a leaf of abi, packed or openzeppelin, such as "uint256 index, address wallet, uint8 column:type, ' +
        'uint8 5, uint256 amount": a type each, with wallet, amount, index, a column or a constant',
    )
    .addOption(
      new Option(
        '--leaves <order>',
        'order of the leaves: by claim index, without one by row; or sorted by hash',
      ).choices(['listed', 'sorted']),
    )
    .addOption(new Option('--pairs <order>', 'order of two hashes in a pair').choices(['sorted', 'positional']))
    .addOption(
      new Option('--odd <rule>', 'handling of a node without a sibling: promoted, or hashed with itself').choices([
        'promote',
        'repeat',
      ]),
    )
    .option(
      '--part',
      'the files contain only a part of the list; the proofs of their rows or shards are verified and stored',
    )
    .option('--expect-root <root>', 'reject the list unless its Merkle root is this one (0x and 64 hex digits)')
    .option('--expect-total <amount>', 'reject the list unless its amounts sum to this, in the unit of --unit')
    .addOption(
      new Option('--expect-wallets <n>', 'reject the list unless it has this number of wallets').argParser(
        integer(1, WALLETS_MAX),
      ),
    )
    .option(
      '--accept-mismatch',
      'load the list even if its wallets or total differ by more than 10 % from the catalogue',
    )
    .addOption(formerAcceptMismatch());
}

/** Options of the shape that were given. */
function shapeOf({ leaves, pairs, odd }: LoadFlags): ShapeOptions {
  return {
    ...(leaves !== undefined && { leaves }),
    ...(pairs !== undefined && { pairs }),
    ...(odd !== undefined && { odd }),
  };
}

async function runLoad(session: Session, drop: string, paths: readonly string[], flags: LoadFlags): Promise<number> {
  const [{ loadListFiles }, { findListFiles }, { bulkHash, openListFiles }] = await Promise.all([
    import('./commands/lists-load'),
    import('./lists/list-paths'),
    import('./lists/open-list-files'),
  ]);
  const kind = flags.exclusion === true ? 'exclusion' : flags.kind;
  return loadListFiles(
    {
      dropId: drop,
      name: flags.name ?? null,
      files: await findListFiles({ paths, filesFrom: flags.filesFrom ?? null }, session),
      format: flags.format,
      kind,
      unit: kind === 'exclusion' ? null : (flags.unit ?? null),
      columns: flags.columns ?? null,
      each: flags.each ?? null,
      index: flags.index ?? null,
      hex: flags.hex ?? null,
      tree: flags.tree ?? null,
      leaf: flags.leaf ?? null,
      shape: shapeOf(flags),
      isPart: flags.part ?? false,
      expectRoot: flags.expectRoot ?? null,
      expectTotal: flags.expectTotal ?? null,
      expectWallets: flags.expectWallets ?? null,
      acceptMismatch: flags.acceptMismatch ?? false,
      duplicates: flags.duplicates,
      url: flags.url ?? null,
      dryRun: flags.dryRun ?? false,
      examples: flags.examples,
      showWallets: flags.showWallets ?? false,
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
