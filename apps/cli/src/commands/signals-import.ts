import {
  runRecompute,
  type Database,
  importReadings,
  type ReadingViolation,
  ReadingsRejectedError,
  type ReadingsReport,
} from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/format';
import type { Output } from '../output/output';
import { openInput, STANDARD_INPUT } from '../signals/open-input';
import { type Format, readReadings } from '../signals/read-readings';

export interface ImportSignalsArguments {
  /** Absolute, or `-` for standard input. */
  readonly file: string;
  /** Name of the file in error messages. */
  readonly shownAs: string;
  /** Null to detect it by the first line. */
  readonly format: Format | null;
  /** Source of readings that name none. */
  readonly source: string;
  /** Validates the file without importing it. */
  readonly dryRun: boolean;
  /** False leaves the points of past hours to the worker. */
  readonly withBackfill: boolean;
}

interface ImportSignalsDeps {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Imports the readings of a file, all or none, and computes the hourly points of past hours. */
export function importSignals(args: ImportSignalsArguments, deps: ImportSignalsDeps): Promise<number> {
  if (args.source.length === 0 || args.source.length > SOURCE_LENGTH_MAX || /\p{Cc}/u.test(args.source)) {
    throw new CliError(INVALID_ARGUMENT, `--source must be 1 to ${SOURCE_LENGTH_MAX} characters on one line`);
  }
  return deps.withDatabase(async (db) => {
    try {
      const report = await importFile(db, args, deps);
      const made = args.dryRun || !args.withBackfill ? null : await backfill(db, deps);
      deps.output.result(present(args, report, made), describe(args, report, made));
      return EXIT.done;
    } catch (error) {
      if (error instanceof ReadingsRejectedError) return reportFaults(error, args, deps.output);
      throw error;
    }
  });
}

const SOURCE_LENGTH_MAX = 64;

function importFile(db: Database, args: ImportSignalsArguments, deps: ImportSignalsDeps): Promise<ReadingsReport> {
  const { output } = deps;
  output.progress('Reading …');
  return importReadings(db, readReadings(openInput(args.file, deps.stdin), args), {
    nowMs: deps.now().getTime(),
    dryRun: args.dryRun,
    onProgress: (read) => output.progress(`${count(read, 'reading')} read …`),
  });
}

/** Reports errors, one line each, in the format that editors parse: `readings.csv:12: value "x" is not a decimal number`. */
function reportFaults(
  { violations: faults, total }: ReadingsRejectedError,
  args: ImportSignalsArguments,
  output: Output,
): number {
  const hidden = total > faults.length ? `, first ${faults.length} shown` : '';
  const message = `${count(total, 'error')}${hidden}; nothing was imported`;
  const lists = faults.map(({ line, message: words }) => ({ file: args.shownAs, line, message: words }));
  const hint = faults.some(isUnknownDrop) ? 'Drops come from catalogue files: droptrack catalogue apply <dir>' : null;
  const text = [...lists.map((fault) => `${fault.file}:${fault.line}: ${fault.message}`), '', `${message}.`];
  output.failure(
    { error: { code: 'readings_refused', message, hint, total, faults: lists } },
    [...text, ...(hint === null ? [] : [hint])].join('\n'),
  );
  return EXIT.failed;
}

const isUnknownDrop = ({ message }: ReadingViolation): boolean => message.startsWith('drop ');

function present({ dryRun }: ImportSignalsArguments, report: ReadingsReport, made: Backfill | null) {
  const backfilled = made === null ? null : { ...made };
  return { dry_run: dryRun, ...report, backfill: backfilled };
}

function describe(args: ImportSignalsArguments, report: ReadingsReport, made: Backfill | null): string {
  const { read, added, known, drops } = report;
  if (read === 0) return `${args.shownAs === STANDARD_INPUT ? 'Standard input' : args.shownAs} contains no readings.`;
  const outcome = args.dryRun ? `${added} would be added` : `${added} added`;
  const first = `${count(read, 'reading')} of ${count(drops, 'drop')}: ${outcome}, ${known} already known.`;
  if (args.dryRun) return `${first} Nothing was changed.`;
  if (made === null) return added === 0 ? first : `${first} The worker computes the points of their hours.`;
  return `${first}\n${count(made.points, 'hourly point')} and ${count(made.revisions, 'revision')} written.`;
}

/** Result of a backfill. */
interface Backfill {
  readonly points: number;
  readonly revisions: number;
}

/**
 * Empties the recompute queue, as the worker does. A worker that runs at the same time shares the work; its part is not
 * counted.
 */
async function backfill(
  db: Database,
  { output, now }: { readonly output: Output; readonly now: () => Date },
): Promise<Backfill> {
  let [points, revisions] = [0, 0];
  for (;;) {
    output.progress(`${count(points, 'hourly point')} written …`);
    const pass = await runRecompute(db, { nowMs: now().getTime() });
    for (const { dropId, message } of pass.failures)
      output.note(`The hype of ${dropId} cannot be computed: ${message}`);
    if (pass.drops === 0) return { points, revisions };
    points += pass.points;
    revisions += pass.revisions;
  }
}
