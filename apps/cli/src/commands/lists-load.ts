import type { DropDefinition, ListKind } from '@droptrack/catalogue';
import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import {
  type Hash,
  type LeafFields,
  parseTokenAmount,
  parseBaseAmount,
  InvalidAmountError,
} from '@droptrack/eligibility';
import { type ListEntry, type ListFormat, shardNybblesOf, treeFormatOf } from '@droptrack/eligibility/formats';
import {
  type Database,
  type ListExpectations,
  ListRejectedError,
  type ListReport,
  type ListRow,
  type ListTree,
  loadList,
  type LoadPhase,
} from '@droptrack/persistence';
import { type LeafTerms, parseLeaf, type ShapeOptions, treeTerms } from '../lists/tree-terms';
import { catalogueDifference, type ComparedList } from '../lists/catalogue-difference';
import { type AmountUnit, parseColumns, parseHex } from '../lists/reading-terms';
import type { ListFile, ListFiles, ListFilesOptions, ListProgress } from '../lists/open-list-files';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { describeLoad, presentLoad, reportFaults } from './lists-load-report';
import { assertUrl, parseListName, parseRoot, rethrowListError } from './lists-terms';

export interface LoadListArguments {
  readonly dropId: string;
  /** Name of the list among those of the drop; null for the unnamed one. */
  readonly name: string | null;
  readonly files: readonly ListFile[];
  readonly format: ListFormat | 'auto';
  readonly kind: ListKind;
  /** Null if the format determines it, and for an exclusion list, whose amounts are ignored. */
  readonly unit: AmountUnit | null;
  /** Null for the usual column names. */
  readonly columns: string | null;
  /** Amount of every row, in `unit`. Absent for a list with amounts. */
  readonly each?: string | null;
  /** `row` numbers the rows as claim indexes. Absent to read them from the files. */
  readonly index?: 'row' | null;
  /** Hexadecimal values, as given by the caller: `wallets`, `amounts`, or both. */
  readonly hex?: string | null;
  /** Null for the tree of the file format or of the published proofs; `none` for amounts without a tree. */
  readonly tree: ProofFormat | 'none' | null;
  /** Fields of the leaves; null or absent for the usual ones of the tree. */
  readonly leaf?: string | null;
  /** Absent for the usual shape of the tree; if that does not lead to the expected root, others are tried. */
  readonly shape?: ShapeOptions;
  /** True if the files are a part of the published list, each row with its proof. */
  readonly isPart: boolean;
  readonly expectRoot: string | null;
  /** As given by the caller, in `unit`. */
  readonly expectTotal: string | null;
  readonly expectWallets: number | null;
  /** Loads the list even if its wallets or total differ by more than 10 % from the catalogue. */
  readonly acceptMismatch: boolean;
  readonly duplicates: 'reject' | 'sum' | 'separate';
  /** URL at which the list was published. */
  readonly url: string | null;
  /** Shows the changes without making them. */
  readonly dryRun: boolean;
  /** Maximum number of wallets per kind of difference that a dry run shows. */
  readonly examples: number;
  /** Shows them in full. */
  readonly showWallets: boolean;
}

interface LoadListDeps {
  readonly openListFiles: (files: readonly ListFile[], options: ListFilesOptions) => Promise<ListFiles>;
  /** Creates fast hash functions for trees of many leaves of a format. */
  readonly bulkHash: (format: ProofFormat) => Promise<Hash>;
  /** Called only after the files have been opened. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Loads a list from files and activates it for a drop; if any row has an error, nothing changes. */
export async function loadListFiles(args: LoadListArguments, deps: LoadListDeps): Promise<number> {
  const { output } = deps;
  if (args.url !== null) assertUrl(args.url);
  if (args.name !== null) parseListName(args.name);
  const expectRoot =
    args.expectRoot === null ? null : parseRoot(args.expectRoot, args.tree === 'none' ? null : args.tree);
  const leaf = typeof args.leaf === 'string' ? parseLeaf(args.leaf) : null;
  const bar = new LoadBar(output);
  const reporting = { output, only: args.files.length === 1 ? (args.files[0]?.file ?? null) : null };
  const files = await deps
    .openListFiles(args.files, {
      format: args.format,
      columns: { ...parseColumns(args.columns), ...(leaf !== null && { fields: leaf.columns, leaf: leaf.fields }) },
      each: args.each ?? null,
      index: args.index ?? null,
      ...(typeof args.hex === 'string' ? { hex: parseHex(args.hex) } : {}),
      needsAmounts: args.kind === 'allocation',
      unit: args.unit,
      isPart: args.isPart,
      detectsTree: args.tree === null && leaf === null,
      onProgress: (progress) => bar.reading(progress),
    })
    .catch((error: unknown) => {
      if (error instanceof ListRejectedError) return error;
      throw error;
    });
  if (files instanceof ListRejectedError) return reportFaults(files, null, reporting);
  try {
    const tree = await treeOf(args, files, { expectRoot, leaf }, deps);
    const report = await deps.withDatabase((db) => load(db, args, { files, tree, bar, nowMs: deps.now().getTime() }));
    const difference = catalogueDifference(report.list, report.definition, isPartOf(args));
    const warning = difference === null ? null : `The list has ${difference}`;
    if (warning !== null) output.note(warning);
    output.result({ ...presentLoad(report, args), warning }, describeLoad(report, args));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListRejectedError) return reportFaults(error, files, reporting);
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
  const { dropId, name, kind, url, duplicates, dryRun } = args;
  let expectTotal: bigint | null = null;
  return loadList(db, {
    dropId,
    kind,
    ...(name !== null && { name }),
    rows: (definition) => {
      expectTotal = args.expectTotal === null ? null : totalOf(args.expectTotal, args.unit, definition);
      return rowsOf(files.entries(definition));
    },
    sha256: () => files.sha256(),
    format: () => files.format,
    url,
    duplicates,
    tree,
    // Wallets and total that the files declare were compared while they were read.
    expect: (): ListExpectations => ({
      root: tree?.expectRoot ?? files.stated().root,
      total: expectTotal,
      wallets: args.expectWallets,
    }),
    review: ({ wallets, total }, definition) => {
      if (!args.acceptMismatch) assertLikeCatalogue({ kind, wallets, total }, definition, isPartOf(args));
    },
    dryRun,
    examplesMax: args.examples,
    onPhase: (phase, done, all) => bar.phase(phase, done, all),
    nowMs,
  });
}

/** The catalogue declares the figures of the whole distribution, which can have further lists. */
const isPartOf = ({ isPart, name }: LoadListArguments): boolean => isPart || name !== null;

/** @throws {ListRejectedError} */
function assertLikeCatalogue(list: ComparedList, definition: DropDefinition, isPart: boolean): void {
  const difference = catalogueDifference(list, definition, isPart);
  if (difference === null) return;
  const message = `it has ${difference}${difference.endsWith('?') ? ' A' : '; a'} difference of more than 10 % needs --accept-mismatch`;
  throw new ListRejectedError([{ line: null, message }], 1);
}

/** @throws {CliError} */
async function treeOf(
  { kind, tree, isPart, shape = {} }: LoadListArguments,
  files: ListFiles,
  { expectRoot, leaf }: { readonly expectRoot: string | null; readonly leaf: LeafTerms | null },
  { bulkHash }: LoadListDeps,
): Promise<ListTree | null> {
  if (kind === 'exclusion' && (tree ?? leaf ?? expectRoot) !== null) {
    throw new CliError(INVALID_ARGUMENT, 'An exclusion list has no tree: remove --tree, --leaf and --expect-root');
  }
  const { format, fields } = treeFormat(tree, files);
  if (format === null || kind === 'exclusion') {
    if (expectRoot === null && !isPart && leaf === null && Object.keys(shape).length === 0) return null;
    throw new CliError(INVALID_ARGUMENT, `--tree is required: one of ${PROOF_FORMATS.join(', ')}`);
  }
  const terms = treeTerms(format, files.format, leaf, shape, isPart);
  const given = { format, expectRoot, hash: await bulkHash(format), isPart, ...(fields !== undefined && { fields }) };
  if (files.format !== 'ens' || format !== 'ens') return { ...given, ...terms };
  return { ...given, shardNybbles: () => nybblesOf(files), publishedShards: () => files.shards() };
}

/** @throws {CliError} for proofs of an unknown tree, in a format that has no tree of its own. */
function treeFormat(
  stated: LoadListArguments['tree'],
  { format, tree }: ListFiles,
): { readonly format: ProofFormat | null; readonly fields?: LeafFields } {
  if (stated !== null) return { format: stated === 'none' ? null : stated };
  if (tree !== null && tree !== 'unknown') return tree;
  const usual = treeFormatOf(format);
  if (tree === 'unknown' && usual === null) {
    throw new CliError(INVALID_ARGUMENT, 'The rows have proofs, but of a tree whose leaves cannot be detected', {
      hint: 'State the leaves with --tree and, where they have other fields, --leaf; --tree none loads the amounts alone.',
    });
  }
  return { format: usual };
}

/** @throws {ListRejectedError} if the files are not shards of one tree. */
function nybblesOf(files: ListFiles): number {
  const nybbles = files.stated().shardNybbles ?? shardNybblesOf(files.shards());
  if (nybbles !== null) return nybbles;
  const message =
    'its files are not shards of one tree: addresses in one file must share a prefix, and no two files the same one';
  throw new ListRejectedError([{ line: null, message }], 1);
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

function rowOf({ line, wallet, amount, index, breakdown, proof, fields }: ListEntry): ListRow {
  const row = { line, wallet: wallet.bytes, amount, index, breakdown, proof };
  return fields === undefined ? row : { ...row, fields };
}

const BAR_LENGTH = 24;

const WORDS: Readonly<Record<LoadPhase, string>> = {
  waiting: 'Waiting for another load of this drop …',
  reading: 'Reading the list …',
  checking: 'Checking',
  tree: 'Building the tree',
  storing: 'Storing',
};

/** Progress of a load; shown only on a terminal. */
class LoadBar {
  constructor(private readonly output: Output) {}

  /** Shows progress by bytes: the number of rows is known only at the end. */
  reading({ rows, bytes, bytesTotal }: ListProgress): void {
    this.output.progress(`${barOf(bytes, bytesTotal)}Reading: ${grouped(rows)} rows`);
  }

  phase(phase: LoadPhase, done: number, all: number | null): void {
    const many = all === null ? '' : `: ${grouped(all)} ${phase === 'checking' ? 'rows' : 'wallets'}`;
    this.output.progress(`${phase === 'tree' ? barOf(done, all) : ''}${WORDS[phase]}${many}`);
  }
}

function barOf(done: number, all: number | null): string {
  if (all === null || all === 0) return '';
  const share = Math.min(1, done / all);
  const full = Math.floor(share * BAR_LENGTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  `;
}

/** `1 000 000` */
const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
