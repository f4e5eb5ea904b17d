import type { ApplyReport, ChangeKind, Difference, DropChange } from '@droptrack/persistence';
import { count } from '../output/count';

const SIGN: Readonly<Record<ChangeKind, string>> = { created: '+', updated: '~', restored: '+', archived: '-' };
/** A longer value is cut: a line of a diff is to be read. */
const VALUE_LENGTH_MAX = 60;

/** The changes of an apply as a person reads them: a drop a line, and under it what differs. */
export function describeChanges(changes: readonly DropChange[]): string[] {
  return changes.flatMap(({ id, kind, diff }) => [
    `${SIGN[kind]} ${id}${kind === 'restored' || kind === 'archived' ? ` (${kind})` : ''}`,
    ...diff.map((difference) => `    ${describeDifference(difference)}`),
  ]);
}

function describeDifference({ path, from, to }: Difference): string {
  if (isAbsent(from)) return `+ ${path}: ${show(to)}`;
  if (isAbsent(to)) return `- ${path}: ${show(from)}`;
  return `~ ${path}: ${show(from)} → ${show(to)}`;
}

/** Null is how a definition says that something is not known. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** `81 drops: 2 created, 1 updated, 78 unchanged. 5 revisions written.` */
export function describeReport(report: ApplyReport, isDryRun: boolean): string {
  const { created, updated, archived, unchanged, revisions } = report;
  const counts = { created, updated, archived, unchanged };
  const parts = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  const drops = created + updated + archived + unchanged;
  const rows = count(revisions, 'revision');
  const written = isDryRun ? `${rows} would be written; nothing was.` : `${rows} written.`;
  return `${count(drops, 'drop')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}. ${written}`;
}
