import { applyDefinitions, type Database } from '@droptrack/persistence';
import type { CatalogueReading } from '../catalogue/read-catalogue';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { reportFaults } from './catalogue-check';
import { describeChanges, describeReport } from './describe-changes';

export interface ApplyCatalogueArguments {
  /** Absolute. */
  readonly directory: string;
  readonly cwd: string;
  /** Shows what would change, and changes nothing. */
  readonly dryRun: boolean;
  /** Archives drops of the origin that the folder lacks. */
  readonly prune: boolean;
  /** Which set of files the folder is. */
  readonly origin: string;
}

export interface ApplyCatalogueDeps {
  readonly readCatalogue: (directory: string) => Promise<CatalogueReading>;
  /** Called only for a folder without fault. */
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Makes the service say what a folder of catalogue files says: all of it, or with any fault nothing. */
export async function applyCatalogue(args: ApplyCatalogueArguments, deps: ApplyCatalogueDeps): Promise<number> {
  const { output } = deps;
  const { origin, prune, dryRun } = args;
  if (!ORIGIN.test(origin)) {
    throw new CliError(INVALID_ARGUMENT, '--origin must be 1 to 32 of a-z, 0-9, _ and -, a letter first');
  }
  output.progress('Reading the catalogue …');
  const { definitions, faults } = await deps.readCatalogue(args.directory);
  if (faults.length > 0) return reportFaults(faults, args, output);
  if (definitions.length === 0 && prune) {
    throw new CliError('empty_catalogue', `${args.directory} holds no drop: --prune would archive all of ${origin}`);
  }

  output.progress(`Comparing ${definitions.length} drops with what is stored …`);
  const report = await deps.withDatabase((db) =>
    applyDefinitions(db, { origin, definitions, prune, dryRun, nowMs: deps.now().getTime() }),
  );
  const lines = [...(dryRun ? describeChanges(report.changes) : []), describeReport(report, dryRun)];
  output.result({ dry_run: dryRun, origin, ...report }, lines.join('\n'));
  return EXIT.done;
}

/** As the database has it. */
const ORIGIN = /^[a-z][a-z0-9_-]{0,31}$/;
