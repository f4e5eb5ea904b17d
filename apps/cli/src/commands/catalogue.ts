import {
  applyDefinitions,
  type ApplyReport,
  type ChangeKind,
  type Database,
  type Difference,
  type DropChange,
  ListHeaders,
} from '@droptrack/persistence';
import { join, relative } from 'node:path';
import { checkWallets } from '../catalogue/check-lists';
import type { CatalogueFault, CatalogueReading } from '../catalogue/read-catalogue';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/format';
import type { Output } from '../output/output';

interface CheckCatalogueArguments {
  /** Absolute. */
  readonly directory: string;
  /** Directory that file names in errors are relative to. */
  readonly cwd: string;
}

interface CheckCatalogueDeps {
  readonly readCatalogue: (directory: string) => Promise<CatalogueReading>;
  readonly output: Output;
}

/** Reads a folder of catalogue files and reports every error. Needs no database. */
export async function checkCatalogue(args: CheckCatalogueArguments, deps: CheckCatalogueDeps): Promise<number> {
  deps.output.progress('Reading the catalogue …');
  const { definitions, faults } = await deps.readCatalogue(args.directory);
  if (faults.length > 0) return reportFaults(faults, args, deps.output);
  const events = definitions.reduce((sum, drop) => sum + drop.events.length, 0);
  deps.output.result(
    { drops: definitions.length, events, faults: [] },
    `No errors: ${count(definitions.length, 'drop')}, ${count(events, 'calendar event')}.`,
  );
  return EXIT.done;
}

/**
 * Reports errors, one line each: `file:line:column: message`, the format that editors and other programs parse.
 *
 * @returns the exit code of a failure.
 */
export function reportFaults(
  faults: readonly CatalogueFault[],
  { directory, cwd }: CheckCatalogueArguments,
  output: Output,
): number {
  const shown = faults.map((fault) => ({ ...fault, file: fromHere(join(directory, fault.file), cwd) }));
  const files = new Set(faults.map(({ file }) => file)).size;
  const message = `${count(faults.length, 'error')} in ${count(files, 'file')}`;
  output.result(
    { error: { code: 'catalogue_faults', message, hint: null, faults: shown } },
    shown.map(formatFault).join('\n'),
    `\n${message}.`,
  );
  return EXIT.failed;
}

/** `linea.yaml:12:3: events[0].starts_at: there is no such day`. */
export function formatFault({ file, line, column, path, message }: CatalogueFault): string {
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`;
}

/** Relative path of a file below the working directory; absolute elsewhere. */
function fromHere(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}

export interface ApplyCatalogueArguments {
  /** Absolute. */
  readonly directory: string;
  readonly cwd: string;
  /** Shows the changes without making them. */
  readonly dryRun: boolean;
  /** Archives drops of the origin that have no file in the folder. */
  readonly prune: boolean;
  /** Accepts numbers of wallets above those of active lists. */
  readonly acceptMismatch: boolean;
  /** Name of this set of files. */
  readonly origin: string;
}

interface ApplyCatalogueDeps {
  readonly readCatalogue: (directory: string) => Promise<CatalogueReading>;
  /** Called only if no file has an error. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Applies a folder of catalogue files in one transaction; if any file has an error, nothing changes. */
export async function applyCatalogue(args: ApplyCatalogueArguments, deps: ApplyCatalogueDeps): Promise<number> {
  const { output } = deps;
  const { origin, prune, dryRun, acceptMismatch } = args;
  assertOrigin(origin);
  output.progress('Reading the catalogue …');
  const reading = await deps.readCatalogue(args.directory);
  const { definitions, faults } = reading;
  if (faults.length > 0) return reportFaults(faults, args, output);
  if (definitions.length === 0 && prune) {
    throw new CliError(
      'empty_catalogue',
      `${args.directory} contains no drop: --prune would archive every drop of origin ${origin}`,
    );
  }

  output.progress(`Comparing ${definitions.length} drops with the database …`);
  const applied = await deps.withDatabase(async (db) => {
    const above = acceptMismatch ? [] : checkWallets(reading, await new ListHeaders(db).read(null));
    if (above.length > 0) return above;
    return applyDefinitions(db, { origin, definitions, prune, dryRun, nowMs: deps.now().getTime() });
  });
  if (Array.isArray(applied)) return reportFaults(applied, args, output);
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
