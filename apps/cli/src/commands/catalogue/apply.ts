import {
  applyDefinitions,
  type ApplyReport,
  type ChangeKind,
  type Difference,
  type DropChange,
  ListHeaders,
} from '@droptrack/persistence';
import { resolve } from 'node:path';
import { checkLists } from './files/check-lists';
import { readCatalogue } from './files/read-catalogue';
import { reportFaults } from './report-faults';
import type { DatabaseSession, Session } from '../../session/session';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count } from '../../output/format';

export interface ApplyCatalogue {
  readonly dir: string;
  /** Shows the changes without making them. */
  readonly dryRun: boolean;
  /** Archives drops of the origin that have no file in the folder. */
  readonly prune: boolean;
  /** Accepts figures that differ from those of active lists. */
  readonly acceptMismatch: boolean;
  /** Name of this set of files. */
  readonly origin: string;
}

/** Applies a folder of catalogue files in one transaction; if any file has an error, nothing changes. */
export async function applyCatalogue(
  { dir, origin, prune, dryRun, acceptMismatch }: ApplyCatalogue,
  { output, cwd, now, withDatabase }: DatabaseSession & Pick<Session, 'cwd' | 'now'>,
): Promise<number> {
  assertOrigin(origin);
  output.progress('Reading the catalogue …');
  const reading = await readCatalogue(resolve(cwd, dir));
  const { definitions, faults } = reading;
  if (faults.length > 0) return reportFaults(faults, { dir, cwd }, output);
  if (definitions.length === 0 && prune) {
    throw new CliError(
      'empty_catalogue',
      `${resolve(cwd, dir)} contains no drop: --prune would archive every drop of origin ${origin}`,
    );
  }

  output.progress(`Comparing ${definitions.length} drops with the database …`);
  const applied = await withDatabase(async (db) => {
    const differing = acceptMismatch ? [] : checkLists(reading, await new ListHeaders(db).read(null));
    if (differing.length > 0) return differing;
    return applyDefinitions(db, { origin, definitions, prune, dryRun, nowMs: now().getTime() });
  });
  if (Array.isArray(applied)) return reportFaults(applied, { dir, cwd }, output);
  const report = applied;
  const lines = [...(dryRun ? describeChanges(report.changes) : []), describeReport(report, dryRun)];
  output.result({ dry_run: dryRun, origin, ...report }, lines.join('\n'));
  return EXIT.done;
}

/** Same pattern as the check of the database. */
const ORIGIN = /^[a-z][a-z0-9_-]{0,31}$/;

/** @throws {CliError} for a name that no set of drops can have. */
export function assertOrigin(origin: string): void {
  if (ORIGIN.test(origin)) return;
  throw new CliError(
    INVALID_ARGUMENT,
    '--origin must be 1 to 32 characters of a-z, 0-9, _ and -, starting with a letter',
  );
}

const SIGN: Readonly<Record<ChangeKind, string>> = { created: '+', updated: '~', restored: '+', archived: '-' };
/** Maximum length of a value in a diff line. */
const VALUE_LENGTH_MAX = 60;

/** Changes of an apply as text: one line per drop, followed by its differences. */
function describeChanges(changes: readonly DropChange[]): string[] {
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

/** Null means unknown in a definition. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** `81 drops: 2 created, 1 updated, 78 unchanged. 5 revisions written.` */
function describeReport(report: ApplyReport, isDryRun: boolean): string {
  const { created, updated, archived, unchanged, revisions } = report;
  const counts = { created, updated, archived, unchanged };
  const parts = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  const drops = created + updated + archived + unchanged;
  const rows = count(revisions, 'revision');
  const written = isDryRun ? `${rows} would be written; nothing was changed.` : `${rows} written.`;
  return `${count(drops, 'drop')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}. ${written}`;
}
