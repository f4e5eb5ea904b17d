import { resolve } from 'node:path';
import type { DropDefinition, ListKind } from '@droptrack/catalogue';
import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import {
  type LeafFields,
  listGapOf,
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
} from '@droptrack/persistence';
import { type LeafTerms, parseLeaf, type ShapeOptions, treeTerms } from './files/tree-terms';
import { catalogueDifference } from './files/catalogue-difference';
import { type AmountUnit, parseColumns, parseHex } from './files/reading-terms';
import { errorFile } from './files/error-file';
import { findListFiles } from './files/list-paths';
import { bulkHash, type ListFile, type ListFiles, openListFiles } from './files/open-list-files';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import type { DatabaseSession, Session } from '../../session/session';
import { describeLeftOut, describeLoad, LoadBar, presentLoad, reportFaults, writeLeftOut } from './load-report';
import { rootOf, uncomparedRoot } from './published-root';
import { assertUrl, expectedRoot, gapNote, parseListName, parseRoot, rethrowListError } from './terms';

export interface LoadList {
  readonly dropId: string;
  /** Files and folders; `-` for standard input. */
  readonly files: readonly string[];
  /** File with the names of more files. */
  readonly filesFrom: string | null;
  /** Names within folders to leave out. */
  readonly exclude: readonly string[] | null;
  /** Name of the list among those of the drop; null for the unnamed one. */
  readonly name: string | null;
  readonly format: ListFormat | 'auto';
  readonly kind: ListKind;
  /** Former form of `kind`. */
  readonly exclusion: boolean;
  /** Null if the format determines it, and for an exclusion list, whose amounts are ignored. */
  readonly unit: AmountUnit | null;
  /** Null for the usual column names. */
  readonly columns: string | null;
  /** Amount of every row, in `unit`. Null for a list with amounts. */
  readonly each: string | null;
  /** `row` numbers the rows as claim indexes. Null to read them from the files. */
  readonly index: 'row' | null;
  /** Hexadecimal values: `wallets`, `amounts`, or both. */
  readonly hex: string | null;
  /** Null for the tree of the file format or of the published proofs; `none` for amounts without a tree. */
  readonly tree: ProofFormat | 'none' | null;
  /** Fields of the leaves; null for the usual ones of the tree. */
  readonly leaf: string | null;
  /** Shape of the tree; null for the usual one. If that does not lead to the expected root, others are tried. */
  readonly leaves: 'listed' | 'sorted' | null;
  readonly pairs: 'sorted' | 'positional' | null;
  readonly odd: NonNullable<ShapeOptions['odd']> | null;
  /** True if the files are a part of the published list, each row with its proof. */
  readonly part: boolean;
  readonly expectRoot: string | null;
  /** In `unit`. */
  readonly expectTotal: string | null;
  readonly expectWallets: number | null;
  /** Loads the list even if its wallets or total differ by more than 10 % from the catalogue. */
  readonly acceptMismatch: boolean;
  /** File for all errors. */
  readonly errorsTo: string | null;
  /** Maximum number of rows with errors that are left out. Null: 0. */
  readonly skipErrors: number | null;
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

type LoadSession = DatabaseSession & Pick<Session, 'cwd' | 'now'>;

/** Loads a list from the files that the caller names. */
export async function loadNamedFiles(args: LoadList, session: Session): Promise<number> {
  const { files: paths, filesFrom, exclude, exclusion } = args;
  const files = await findListFiles({ paths, filesFrom, exclude: exclude ?? [] }, session);
  const kind = exclusion ? 'exclusion' : args.kind;
  return loadListFiles({ ...args, kind, unit: kind === 'exclusion' ? null : args.unit }, files, session);
}

/** Loads a list from files and activates it for a drop; if any row has an error, nothing changes. */
export async function loadListFiles(
  args: LoadList,
  listFiles: readonly ListFile[],
  session: LoadSession,
): Promise<number> {
  const { output, cwd, now } = session;
  const errorsTo = args.errorsTo === null ? null : errorFile(resolve(cwd, args.errorsTo), listFiles);
  if (args.url !== null) assertUrl(args.url);
  if (args.name !== null) parseListName(args.name);
  const expectRoot =
    args.expectRoot === null ? null : parseRoot(args.expectRoot, args.tree === 'none' ? null : args.tree);
  const leaf = args.leaf === null ? null : parseLeaf(args.leaf);
  const bar = new LoadBar(output);
  const reporting = { output, only: listFiles.length === 1 ? (listFiles[0]?.file ?? null) : null, errorsTo };
  const files = await openListFiles(listFiles, {
    format: args.format,
    columns: { ...parseColumns(args.columns), ...(leaf !== null && { fields: leaf.columns, leaf: leaf.fields }) },
    each: args.each,
    index: args.index,
    ...(args.hex !== null && { hex: parseHex(args.hex) }),
    needsAmounts: args.kind === 'allocation',
    unit: args.unit,
    isPart: args.part,
    skipErrors: args.skipErrors ?? 0,
    detectsTree: args.tree === null && leaf === null,
    onProgress: (progress) => bar.reading(progress),
  }).catch((error: unknown) => {
    if (error instanceof ListRejectedError) return error;
    throw error;
  });
  if (files instanceof ListRejectedError) return reportFaults(files, null, reporting);
  try {
    const tree = await treeOf(args, files, { expectRoot, leaf });
    const report = await session.withDatabase((db) => load(db, args, { files, tree, bar, nowMs: now().getTime() }));
    const others = report.active.filter(({ name = '' }) => name !== (report.list.name ?? ''));
    const difference = catalogueDifference(report.list, report.definition, others);
    const warning = difference === null ? null : `The list has ${difference}`;
    const gap = listGapOf(report.active, report.definition);
    const published = args.kind === 'allocation' ? rootOf(report.definition, args.name) : null;
    const doubts = [...files.warnings(), ...uncomparedRoot(files, tree, { expectRoot, published })];
    const leftOut = describeLeftOut(files.leftOut());
    const notes = [
      ...doubts,
      ...(leftOut === null ? [] : [leftOut]),
      ...(warning === null ? [] : [warning]),
      ...(gap === null ? [] : [gapNote(args.dropId, gap)]),
    ];
    for (const note of notes) output.note(note);
    if (errorsTo !== null) await writeLeftOut(errorsTo, files.leftOut());
    output.result({ ...presentLoad(report, args), warning, gap, doubts }, describeLoad(report, args));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListRejectedError) return await reportFaults(error, files, reporting);
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

function load(db: Database, args: LoadList, { files, tree, bar, nowMs }: Loading): Promise<ListReport> {
  const { dropId, name, kind, url, duplicates, dryRun } = args;
  let expectTotal: bigint | null = null;
  let published: string | null = null;
  return loadList(db, {
    dropId,
    kind,
    ...(name !== null && { name }),
    rows: (definition) => {
      expectTotal = args.expectTotal === null ? null : totalOf(args.expectTotal, args.unit, definition);
      if (kind === 'allocation') published = rootOf(definition, name);
      return rowsOf(files.entries(definition));
    },
    sha256: () => files.sha256(),
    format: () => files.format,
    leftOut: () => files.leftOut().length,
    url,
    duplicates,
    tree,
    // Wallets and total that the files declare were compared while they were read.
    expect: (): ListExpectations => ({
      root: expectedRoot(tree?.expectRoot ?? files.declared().root, published),
      total: expectTotal,
      wallets: args.expectWallets,
    }),
    review: ({ loaded, others }, definition) => {
      if (!args.acceptMismatch) assertLikeCatalogue(catalogueDifference({ ...loaded, kind }, definition, others));
    },
    dryRun,
    examplesMax: args.examples,
    onPhase: (phase, done, all) => bar.phase(phase, done, all),
    nowMs,
  });
}

/** @throws {ListRejectedError} for a difference from the catalogue. */
function assertLikeCatalogue(difference: string | null): void {
  if (difference === null) return;
  const message = `it has ${difference}${difference.endsWith('?') ? ' A' : '; a'} difference of more than 10 % needs --accept-mismatch`;
  throw new ListRejectedError([{ line: null, message }], 1);
}

/** @throws {CliError} */
async function treeOf(
  args: LoadList,
  files: ListFiles,
  { expectRoot, leaf }: { readonly expectRoot: string | null; readonly leaf: LeafTerms | null },
): Promise<ListTree | null> {
  const { kind, tree, part: isPart, each } = args;
  const shape = shapeOf(args);
  if (kind === 'exclusion' && (tree ?? leaf ?? expectRoot) !== null) {
    throw new CliError(INVALID_ARGUMENT, 'An exclusion list has no tree: remove --tree, --leaf and --expect-root');
  }
  const { format, fields } = treeFormat(tree, files);
  if (format === null || kind === 'exclusion') {
    if (expectRoot === null && !isPart && leaf === null && Object.keys(shape).length === 0) return null;
    throw new CliError(INVALID_ARGUMENT, `--tree is required: one of ${PROOF_FORMATS.join(', ')}`);
  }
  const ofLeaf = leaf ?? (fields === undefined ? null : { fields, columns: [] });
  const terms = treeTerms(format, files.format, ofLeaf, shape, isPart);
  if (each === null && terms.fields?.some(({ is }) => is === 'amount') === false) {
    throw new CliError(
      INVALID_ARGUMENT,
      'Leaves without an amount are of a list without amounts: state that of each row with --each',
    );
  }
  const given = { format, expectRoot, hash: await bulkHash(format), isPart };
  if (files.format !== 'ens' || format !== 'ens') return { ...given, ...terms };
  return { ...given, shardNybbles: () => nybblesOf(files), publishedShards: () => files.shards() };
}

/** Options of the shape that were given. */
const shapeOf = ({ leaves, pairs, odd }: LoadList): ShapeOptions => ({
  ...(leaves !== null && { leaves }),
  ...(pairs !== null && { pairs }),
  ...(odd !== null && { odd }),
});

/** @throws {CliError} for proofs of an unknown tree, in a format that has no tree of its own. */
function treeFormat(
  declared: LoadList['tree'],
  { format, tree }: ListFiles,
): { readonly format: ProofFormat | null; readonly fields?: LeafFields } {
  if (declared !== null) return { format: declared === 'none' ? null : declared };
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
  const nybbles = files.declared().shardNybbles ?? shardNybblesOf(files.shards());
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
  for await (const batch of entries) yield batch.map(listRow);
}

function listRow({ line, wallet, amount, index, breakdown, proof, fields, token }: ListEntry): ListRow {
  const row = { line, wallet: wallet.bytes, amount, index, breakdown, proof };
  if (fields === undefined && token === undefined) return row;
  return { ...row, ...(fields !== undefined && { fields }), ...(token !== undefined && { token }) };
}
