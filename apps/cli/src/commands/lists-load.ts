import type { DropDefinition, ListKind } from '@droptrack/catalogue';
import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { type Hash, parseTokenAmount, parseBaseAmount, InvalidAmountError } from '@droptrack/eligibility';
import { type ListEntry, type ListFormat, shardNybblesOf } from '@droptrack/eligibility/formats';
import {
  type Database,
  type DuplicateRule,
  type ListExpectations,
  ListRefusedError,
  type ListReport,
  type ListRow,
  type ListTree,
  loadList,
} from '@droptrack/persistence';
import { catalogueDifference, type ComparedList } from '../lists/catalogue-difference';
import { parseColumns } from '../lists/columns';
import type { ListFile, ListFiles, ListFilesOptions } from '../lists/open-list-files';
import type { AmountUnit } from '../lists/reading-terms';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { describeLoad, presentLoad, reportFaults } from './lists-load-report';
import { LoadBar } from './lists-progress';
import { assertUrl, parseRoot, rethrowListError } from './lists-terms';

export interface LoadListArguments {
  readonly dropId: string;
  readonly files: readonly ListFile[];
  readonly format: ListFormat | 'auto';
  readonly kind: ListKind;
  /** Null: by the format, where it says so; of an exclusion list amounts are not looked at. */
  readonly unit: AmountUnit | null;
  /** Null: by the usual names. */
  readonly columns: string | null;
  /** Null: by the format, where it has one. */
  readonly tree: ProofFormat | null;
  /** The files are a part of the published list, each row with its proof. */
  readonly isPart: boolean;
  readonly expectRoot: string | null;
  /** As the caller wrote it, in `unit`. */
  readonly expectTotal: string | null;
  readonly expectWallets: number | null;
  /** Loads it though its wallets or its total are more than 10 % off the catalogue's. */
  readonly acceptDifference: boolean;
  readonly duplicates: DuplicateRule;
  /** Where the list was published. */
  readonly url: string | null;
  /** Shows what would change, and changes nothing. */
  readonly dryRun: boolean;
}

export interface LoadListDeps {
  readonly openListFiles: (files: readonly ListFile[], options: ListFilesOptions) => Promise<ListFiles>;
  /** Makes the hash functions that trees of many leaves are built with. */
  readonly bulkHash: () => Promise<Hash>;
  /** Called only once the files are open. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Puts the list of some files in force for a drop: all of it, or with any fault nothing. */
export async function loadListFiles(args: LoadListArguments, deps: LoadListDeps): Promise<number> {
  const { output } = deps;
  if (args.url !== null) assertUrl(args.url);
  const expectRoot = args.expectRoot === null ? null : parseRoot(args.expectRoot);
  const bar = new LoadBar(output);
  const told = { output, only: args.files.length === 1 ? (args.files[0]?.file ?? null) : null };
  const files = await deps
    .openListFiles(args.files, {
      format: args.format,
      columns: parseColumns(args.columns),
      needsAmounts: args.kind === 'allocation',
      unit: args.unit,
      isPart: args.isPart,
      onProgress: (progress) => bar.reading(progress),
    })
    .catch((error: unknown) => {
      if (error instanceof ListRefusedError) return error;
      throw error;
    });
  if (files instanceof ListRefusedError) return reportFaults(files, null, told);
  try {
    const tree = await treeOf(args, files, expectRoot, deps);
    const report = await deps.withDatabase((db) => load(db, args, { files, tree, bar, nowMs: deps.now().getTime() }));
    const difference = catalogueDifference(report.list, report.definition, args.isPart);
    const warning = difference === null ? null : `The list has ${difference}`;
    if (warning !== null) output.note(warning);
    output.result({ ...presentLoad(report, args.dryRun), warning }, describeLoad(report, args.dryRun));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListRefusedError) return reportFaults(error, files, told);
    return rethrowListError(error);
  } finally {
    await files.close();
  }
}

interface Loading {
  readonly files: ListFiles;
  readonly tree: ListTree | null;
  readonly bar: LoadBar;
  readonly nowMs: number;
}

function load(db: Database, args: LoadListArguments, { files, tree, bar, nowMs }: Loading): Promise<ListReport> {
  const { dropId, kind, url, duplicates, dryRun } = args;
  let expectTotal: bigint | null = null;
  return loadList(db, {
    dropId,
    kind,
    rows: (definition) => {
      expectTotal = args.expectTotal === null ? null : totalOf(args.expectTotal, args.unit, definition);
      return rowsOf(files.entries(definition));
    },
    sha256: () => files.sha256(),
    format: () => files.format,
    url,
    duplicates,
    tree,
    // What the files state of wallets and total was compared entry by entry while they were read.
    expect: (): ListExpectations => ({
      root: tree?.expectRoot ?? files.stated().root,
      total: expectTotal,
      wallets: args.expectWallets,
    }),
    review: ({ wallets, total }, definition) => {
      if (!args.acceptDifference) assertLikeCatalogue({ kind, wallets, total }, definition, args.isPart);
    },
    dryRun,
    onPhase: (phase, done, all) => bar.phase(phase, done, all),
    nowMs,
  });
}

/** @throws {ListRefusedError} */
function assertLikeCatalogue(list: ComparedList, definition: DropDefinition, isPart: boolean): void {
  const difference = catalogueDifference(list, definition, isPart);
  if (difference === null) return;
  const message = `it has ${difference}${difference.endsWith('?') ? ' A' : '; a'} difference of more than 10 % is loaded only with --accept-difference`;
  throw new ListRefusedError([{ line: null, message }], 1);
}

/** @throws {CliError} */
async function treeOf(
  { kind, tree, isPart }: LoadListArguments,
  files: ListFiles,
  expectRoot: string | null,
  { bulkHash }: LoadListDeps,
): Promise<ListTree | null> {
  const format = tree ?? PROOF_FORMATS.find((known) => known === files.format) ?? null;
  if (kind === 'exclusion' && (tree ?? expectRoot) !== null) {
    throw new CliError(INVALID_ARGUMENT, 'A list of those that were left out has no tree');
  }
  if (format === null || kind === 'exclusion') {
    if (expectRoot === null && !isPart) return null;
    throw new CliError(INVALID_ARGUMENT, `--tree is missing: which of ${PROOF_FORMATS.join(', ')} its tree is`);
  }
  const hash = await bulkHash();
  if (files.format !== 'ens' || format !== 'ens') return { format, expectRoot, hash, isPart };
  const sharded = { shardNybbles: () => nybblesOf(files), publishedShards: () => files.shards() };
  return { format, expectRoot, hash, isPart, ...sharded };
}

/** @throws {ListRefusedError} when the files are not shards of one tree. */
function nybblesOf(files: ListFiles): number {
  const nybbles = files.stated().shardNybbles ?? shardNybblesOf(files.shards());
  if (nybbles !== null) return nybbles;
  const message =
    'its files are not the shards of one tree: addresses of one file begin differently, or those of two files alike';
  throw new ListRefusedError([{ line: null, message }], 1);
}

/** @throws {CliError} */
function totalOf(text: string, unit: AmountUnit | null, { token }: DropDefinition): bigint {
  const decimals = token.decimals?.value ?? null;
  try {
    return unit === 'token' && decimals !== null ? parseTokenAmount(text, decimals) : parseBaseAmount(text);
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
    throw new CliError(INVALID_ARGUMENT, `--expect-total: ${error.message}`);
  }
}

async function* rowsOf(entries: AsyncIterable<readonly ListEntry[]>): AsyncGenerator<readonly ListRow[]> {
  for await (const batch of entries) yield batch.map(rowOf);
}

const rowOf = ({ line, wallet, amount, index, breakdown, proof }: ListEntry): ListRow => ({
  line,
  wallet: wallet.bytes,
  amount,
  index,
  breakdown,
  proof,
});
