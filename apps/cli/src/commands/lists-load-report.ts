import type { ListBody } from '@droptrack/catalogue';
import {
  type ListViolation,
  type ListHeaderFact,
  type ListRejectedError,
  type ListReport,
  listTitle,
} from '@droptrack/persistence';
import { type ListFormat, treeFormatOf } from '@droptrack/eligibility/formats';
import type { ListFileFault } from '../lists/fault-log';
import type { ListFiles } from '../lists/open-list-files';
import { EXIT } from '../output/cli-error';
import { count } from '../output/format';
import type { Output } from '../output/output';
import { describeDifference, presentDifference } from './describe-difference';
import { figuresOf, presentVersion } from './lists-terms';

/** Options of the report. */
export interface ReportOptions {
  readonly dryRun: boolean;
  /** Shows the wallets of examples in full. */
  readonly showWallets: boolean;
}

/** Result of a load in `--json`. */
export function presentLoad(report: ListReport, { dryRun, showWallets }: ReportOptions) {
  const { outcome, changed, rows, list, former, difference } = report;
  const { drop, kind, name = null, version, wallets, total, decimals, sha256, url, tree = null } = list;
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
  const how = duplicates === 'separate' ? 'each an entry of its own' : 'summed per wallet';
  const summed = rows > wallets ? ` (from ${count(rows, 'row')}, ${how})` : '';
  const confirmed = tree?.root_published === true ? '' : ', not compared with a published root (see --expect-root)';
  const root = tree === null ? '' : ` The root of its tree (${tree.format}) is ${tree.root}${confirmed}.`;
  const before = former === null ? '' : ` Previously: version ${former.version}, ${figuresOf({ ...list, ...former })}.`;
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
 * @param only - name of the file if there is only one.
 */
export function reportFaults(
  { violations: faults, total }: ListRejectedError,
  files: Pick<ListFiles, 'placeOf' | 'format'> | null,
  { output, only }: { readonly output: Output; readonly only: string | null },
): number {
  const message = `${count(total, 'error')}; nothing was loaded`;
  const placed = faults.map((fault) => placeFault(fault, files, only));
  const lines = placed.map(({ file, line, message: why }) =>
    file === null ? why : `${file}:${line === null ? '' : `${line}:`} ${why}`,
  );
  const more = total > faults.length ? [`… and ${total - faults.length} more`] : [];
  const hint = files === null ? null : hintOf(faults, files.format);
  output.result(
    { error: { code: 'list_faults', message, hint, total, faults: placed } },
    [...lines, ...more, '', `${message}.`, ...(hint === null ? [] : [hint])].join('\n'),
  );
  return EXIT.failed;
}

function hintOf(faults: readonly ListViolation[], format: ListFormat): string | null {
  const has = (start: string): boolean => faults.some(({ message }) => message.startsWith(start));
  if (has('its published proof')) return OTHER_TREE;
  if (!has('the same wallet')) return null;
  return format === 'merkl' ? CAMPAIGNS : treeFormatOf(format) === null ? null : SEPARATE;
}

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
