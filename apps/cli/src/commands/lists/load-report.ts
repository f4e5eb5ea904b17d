import type { ListBody } from '@droptrack/catalogue';
import {
  type ListViolation,
  type ListHeaderFact,
  type ListRejectedError,
  type ListReport,
  listTitle,
  type LoadPhase,
} from '@droptrack/persistence';
import { type ListFormat, treeFormatOf } from '@droptrack/eligibility/formats';
import type { ErrorFile } from './files/error-file';
import type { ListFileFault } from './files/fault-log';
import type { ListFiles, ListProgress } from './files/open-list-files';
import { EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { Output } from '../../output/output';
import { readable } from '../../output/readable';
import { describeDifference, presentDifference } from './diff';
import { figuresOf, presentVersion } from './terms';

/** Options of the report. */
interface ReportOptions {
  readonly dryRun: boolean;
  /** Shows the wallets of examples in full. */
  readonly showWallets: boolean;
}

/** Result of a load in `--json`. */
export function presentLoad(report: ListReport, { dryRun, showWallets }: ReportOptions) {
  const { outcome, changed, rows, list, former, difference } = report;
  const { drop, kind, name = null, version, wallets, total, decimals } = list;
  const { tokens = [], left_out = 0, sha256, url, tree = null } = list;
  return {
    dry_run: dryRun,
    outcome,
    changed,
    drop,
    kind,
    name,
    version,
    rows,
    wallets,
    total,
    decimals,
    tokens,
    left_out,
    sha256,
    url,
    tree,
    former: former === null ? null : presentVersion(former),
    difference: difference === null ? null : presentDifference(difference, showWallets),
  };
}

const CHANGED: Readonly<Record<ListHeaderFact, (list: ListBody) => string>> = {
  url: ({ url }) => `URL (${url ?? 'none'})`,
  decimals: ({ decimals }) => `decimals (${decimals ?? 'unknown'})`,
  root_published: () => 'status of the root (published)',
  part: ({ part = false }) => (part ? 'it is a part of the published list' : 'it is the whole list'),
};

/** Result of a load as text. */
export function describeLoad(
  report: ListReport,
  { dryRun, showWallets, duplicates }: ReportOptions & { readonly duplicates: 'reject' | 'sum' | 'separate' },
): string {
  const { outcome, changed, rows, list, former, difference } = report;
  const { drop, kind, version, wallets, tree = null } = list;
  const title = listTitle(list);
  if (outcome === 'unchanged') {
    return `${drop}: this ${title} is already active as version ${version}. Nothing was changed.`;
  }
  if (outcome === 'header_changed') {
    const facts = changed.map((fact) => CHANGED[fact](list)).join(', ');
    const end = dryRun ? 'Would be updated' : 'Updated';
    const nothing = dryRun ? 'Nothing was changed.' : 'Its rows were not stored again.';
    return `${drop}: the rows of this ${title} are already active as version ${version}. ${end}: ${facts}. ${nothing}`;
  }
  const isSeparate = duplicates === 'separate' || list.tokens !== undefined;
  const how = isSeparate
    ? `each an entry of its own${list.tokens === undefined ? '' : ', by token'}`
    : 'summed per wallet';
  const summed = rows > wallets ? ` (from ${count(rows, 'row')}, ${how})` : '';
  const confirmed = tree?.root_published === true ? '' : ', not compared with a published root (see --expect-root)';
  const root = tree === null ? '' : ` The root of its tree (${tree.format}) is ${tree.root}${confirmed}.`;
  const before = former === null ? '' : ` Previously: version ${former.version}, ${figuresOf({ kind, ...former })}.`;
  const verb = dryRun ? 'would become' : 'is';
  const end = dryRun ? ' Nothing was changed.' : '';
  const text = `${drop}: version ${version} of the ${title} ${verb} active: ${figuresOf(list)}${summed}.${root}${before}${end}`;
  if (former === null || difference === null) return text;
  return `${text}\n\n${describeDifference({ kind, before: former, after: list, difference, showWallets })}`;
}

/**
 * Reports why a list was rejected: `list.csv:12: amount: …`, the format that editors and other programs parse. The
 * content of a line is never printed.
 *
 * @param files - files of the lines; null if the list was not opened.
 */
export async function reportFaults(
  { violations: faults, total }: ListRejectedError,
  files: Pick<ListFiles, 'placeOf' | 'format'> | null,
  { output, only, errorsTo }: ReportTerms,
): Promise<number> {
  const message = `${count(total, 'error')}; nothing was loaded`;
  if (errorsTo !== null) {
    await errorsTo.write([
      ...faults.map((fault) => lineOf(placeFault(fault, files, only))),
      ...moreThan(faults, total),
    ]);
  }
  const placed = faults.slice(0, SHOWN_MAX).map((fault) => placeFault(fault, files, only));
  const hint = files === null ? null : hintOf(faults, files.format);
  const all = errorsTo === null ? [] : [`All errors are in ${readable(errorsTo.path)}.`];
  output.result(
    { error: { code: 'list_faults', message, hint, total, faults: placed } },
    [
      ...placed.map(lineOf),
      ...moreThan(placed, total),
      '',
      `${message}.`,
      ...all,
      ...(hint === null ? [] : [hint]),
    ].join('\n'),
  );
  return EXIT.failed;
}

/** Maximum number of errors in the output. */
const SHOWN_MAX = 100;

/** Destinations of a report of errors. */
interface ReportTerms {
  readonly output: Output;
  /** Name of the file if there is only one. */
  readonly only: string | null;
  /** File for all errors; null if it was not asked for. */
  readonly errorsTo: ErrorFile | null;
}

const lineOf = ({ file, line, message }: ListFileFault): string =>
  file === null ? message : `${file}:${line === null ? '' : `${line}:`} ${message}`;

const moreThan = (shown: readonly unknown[], total: number): readonly string[] =>
  total > shown.length ? [`… and ${total - shown.length} more`] : [];

/** Rows that were left out because of their errors, as text; null without any. */
export function describeLeftOut(leftOut: readonly ListFileFault[]): string | null {
  if (leftOut.length === 0) return null;
  const shown = leftOut.slice(0, SHOWN_MAX);
  const title = `${count(leftOut.length, 'row')} with errors ${leftOut.length === 1 ? 'was' : 'were'} left out:`;
  return [title, ...shown.map(lineOf), ...moreThan(shown, leftOut.length)].join('\n');
}

/** Writes the errors of the rows that were left out; an empty file without any. */
export const writeLeftOut = (errorsTo: ErrorFile, leftOut: readonly ListFileFault[]): Promise<void> =>
  errorsTo.write(leftOut.map(lineOf));

function hintOf(faults: readonly ListViolation[], format: ListFormat): string | null {
  const has = (start: string): boolean => faults.some(({ message }) => message.startsWith(start));
  if (has('its published proof')) return OTHER_TREE;
  if (format === 'uniswap' && (has('amount: the amount is missing') || has('index: '))) return MAP;
  if (!has('the same wallet')) return null;
  return format === 'merkl' ? CAMPAIGNS : treeFormatOf(format) === null ? SUM : SEPARATE;
}

/** Hint for objects that look like claims, but have other members. */
const MAP =
  'If its rows are not claims with an index and an amount, read them as a map, with the unit of its amounts: --format map --unit ' +
  'base, and --columns amount=… where the amount has another name.';
/** Hint for tables and records, in which the rows of a wallet can be parts of its allocation. */
const SUM =
  'If the rows of a wallet are parts of its allocation, load the list with --duplicates sum; if each is a claim of its own, with ' +
  '--duplicates separate.';

/** Hint for formats of trees, in which a wallet can have several leaves. */
const SEPARATE = 'If a wallet has several leaves in the published tree, load it with --duplicates separate.';
const CAMPAIGNS = 'A leaf contains the sum of all campaigns of a wallet: load the list with --duplicates sum.';
const OTHER_TREE =
  'If all proofs are affected, the tree may have other leaves (--tree, --leaf), or hash pairs by position (--pairs positional).';

function placeFault(
  fault: ListViolation | ListFileFault,
  files: Pick<ListFiles, 'placeOf'> | null,
  only: string | null,
): ListFileFault {
  if ('file' in fault) return fault;
  const { line, message } = fault;
  if (line === null || files === null) return { file: only, line, message };
  // A message about a repeated row also contains the line of the first one, counted over all files.
  return { ...files.placeOf(line), message: message.replace(/(?<=in line )\d+$/, (at) => placeIn(files, line, at)) };
}

function placeIn(files: Pick<ListFiles, 'placeOf'>, line: number, first: string): string {
  const place = files.placeOf(Number(first));
  return place.file === files.placeOf(line).file ? String(place.line) : `${place.line} of ${place.file}`;
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
export class LoadBar {
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
