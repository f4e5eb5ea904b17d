import type { ListBody } from '@droptrack/catalogue';
import { type ListFault, type ListHeaderFact, type ListRefusedError, type ListReport } from '@droptrack/persistence';
import type { ListFileFault } from '../lists/fault-log';
import type { ListFiles } from '../lists/open-list-files';
import { EXIT } from '../output/cli-error';
import { count } from '../output/count';
import type { Output } from '../output/output';
import { figuresOf, presentVersion } from './lists-terms';

/** What a load did, for a program. */
export function presentLoad({ outcome, changed, rows, list, former }: ListReport, dryRun: boolean) {
  const { drop, kind, version, wallets, total, decimals, sha256, url, tree = null } = list;
  return {
    dry_run: dryRun,
    outcome,
    changed,
    drop,
    kind,
    version,
    rows,
    wallets,
    total,
    decimals,
    sha256,
    url,
    tree,
    former: former === null ? null : presentVersion(former),
  };
}

const CHANGED: Readonly<Record<ListHeaderFact, (list: ListBody) => string>> = {
  url: ({ url }) => `its address (${url ?? 'none'})`,
  decimals: ({ decimals }) => `the decimals of its amounts (${decimals ?? 'unknown'})`,
  root_published: () => 'the state of its root (published)',
};

/** What a load did, in words. */
export function describeLoad({ outcome, changed, rows, list, former }: ListReport, dryRun: boolean): string {
  const { drop, kind, version, wallets, tree = null } = list;
  if (outcome === 'unchanged') {
    return `${drop}: this ${kind} list is in force already, as version ${version}. Nothing was written.`;
  }
  if (outcome === 'header_changed') {
    const facts = changed.map((fact) => CHANGED[fact](list)).join(', ');
    const end = dryRun ? 'would change. Nothing was written.' : 'changed. No rows were stored again.';
    return `${drop}: the rows of this ${kind} list are in force already, as version ${version}; ${facts} ${end}`;
  }
  const summed = rows > wallets ? ` (of ${count(rows, 'row')}, those of one wallet summed)` : '';
  const confirmed =
    tree?.root_published === true ? '' : ', which no published root confirms (--expect-root states one)';
  const root = tree === null ? '' : ` Its tree (${tree.format}) has the root ${tree.root}${confirmed}.`;
  const before = former === null ? '' : ` Before: version ${former.version}, ${figuresOf({ ...list, ...former })}.`;
  const verb = dryRun ? 'would be' : 'is';
  const end = dryRun ? ' Nothing was written.' : '';
  return `${drop}: version ${version} of the ${kind} list ${verb} in force: ${figuresOf(list)}${summed}.${root}${before}${end}`;
}

/**
 * Shows why a list was refused: `list.csv:12: amount: …`, as editors and other programs know it. Never what is in the
 * line.
 *
 * @param files - where the lines stand; null where the list was not opened.
 * @param only - the file, where it is a single one.
 */
export function reportFaults(
  { faults, total }: ListRefusedError,
  files: Pick<ListFiles, 'placeOf'> | null,
  { output, only }: { readonly output: Output; readonly only: string | null },
): number {
  const message = `${count(total, 'fault')}; nothing was loaded`;
  const placed = faults.map((fault) => placeFault(fault, files, only));
  const lines = placed.map(({ file, line, message: why }) =>
    file === null ? why : `${file}:${line === null ? '' : `${line}:`} ${why}`,
  );
  const more = total > faults.length ? [`… and ${total - faults.length} more`] : [];
  output.result(
    { error: { code: 'list_faults', message, hint: null, total, faults: placed } },
    [...lines, ...more, '', `${message}.`].join('\n'),
  );
  return EXIT.failed;
}

function placeFault(
  fault: ListFault | ListFileFault,
  files: Pick<ListFiles, 'placeOf'> | null,
  only: string | null,
): ListFileFault {
  if ('file' in fault) return fault;
  const { line, message } = fault;
  if (line === null || files === null) return { file: only, line, message };
  // Where one row is like another the message names that one's line too, counted over all files.
  return { ...files.placeOf(line), message: message.replace(/(?<=in line )\d+$/, (at) => placeIn(files, line, at)) };
}

function placeIn(files: Pick<ListFiles, 'placeOf'>, line: number, first: string): string {
  const place = files.placeOf(Number(first));
  return place.file === files.placeOf(line).file ? String(place.line) : `${place.line} of ${place.file}`;
}
