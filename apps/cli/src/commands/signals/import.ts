import { resolve } from 'node:path';
import {
  runRecompute,
  type Database,
  importReadings,
  type ReadingViolation,
  ReadingsRejectedError,
  type ReadingsReport,
} from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { Output } from '../../output/output';
import type { DatabaseSession, Session } from '../../session/session';
import { openInput, STANDARD_INPUT } from './readings/open-input';
import { type Format, readReadings } from './readings/read-readings';

export interface ImportSignals {
  /** `-` for standard input. */
  readonly file: string;
  readonly format: Format | 'auto';
  /** Source of readings that name none. */
  readonly source: string;
  /** Validates the file without importing it. */
  readonly dryRun: boolean;
  /** False leaves the points of past hours to the worker. */
  readonly backfill: boolean;
}

type ImportSession = DatabaseSession & Pick<Session, 'stdin' | 'cwd' | 'now'>;

/** Imports the readings of a file, all or none, and computes the hourly points of past hours. */
export function importSignals(args: ImportSignals, session: ImportSession): Promise<number> {
  if (args.source.length === 0 || args.source.length > SOURCE_LENGTH_MAX || /\p{Cc}/u.test(args.source)) {
    throw new CliError(INVALID_ARGUMENT, `--source must be 1 to ${SOURCE_LENGTH_MAX} characters on one line`);
  }
  return session.withDatabase(async (db) => {
    try {
      const report = await importFile(db, args, session);
      const made = args.dryRun || !args.backfill ? null : await backfill(db, session);
      session.output.result(present(args, report, made), describe(args, report, made));
      return EXIT.done;
    } catch (error) {
      if (error instanceof ReadingsRejectedError) return reportFaults(error, args, session.output);
      throw error;
    }
  });
}

const SOURCE_LENGTH_MAX = 64;

function importFile(db: Database, args: ImportSignals, session: ImportSession): Promise<ReadingsReport> {
  const { output, cwd, stdin } = session;
  const { file, source } = args;
  output.progress('Reading …');
  const path = file === STANDARD_INPUT ? file : resolve(cwd, file);
  const format = args.format === 'auto' ? null : args.format;
  return importReadings(db, readReadings(openInput(path, stdin), { format, source }), {
    nowMs: session.now().getTime(),
    dryRun: args.dryRun,
    onProgress: (read) => output.progress(`${count(read, 'reading')} read …`),
  });
}

/** Reports errors, one line each, in the format that editors parse: `readings.csv:12: value "x" is not a decimal number`. */
function reportFaults(
  { violations: faults, total }: ReadingsRejectedError,
  args: ImportSignals,
  output: Output,
): number {
  const hidden = total > faults.length ? `, first ${faults.length} shown` : '';
  const message = `${count(total, 'error')}${hidden}; nothing was imported`;
  const lists = faults.map(({ line, message: words }) => ({ file: args.file, line, message: words }));
  const hint = faults.some(isUnknownDrop) ? 'Drops come from catalogue files: droptrack catalogue apply <dir>' : null;
  const text = [...lists.map((fault) => `${fault.file}:${fault.line}: ${fault.message}`), '', `${message}.`];
  output.failure(
    { error: { code: 'readings_refused', message, hint, total, faults: lists } },
    [...text, ...(hint === null ? [] : [hint])].join('\n'),
  );
  return EXIT.failed;
}

const isUnknownDrop = ({ message }: ReadingViolation): boolean => message.startsWith('drop ');

function present({ dryRun }: ImportSignals, report: ReadingsReport, made: Backfill | null) {
  const backfilled = made === null ? null : { ...made };
  return { dry_run: dryRun, ...report, backfill: backfilled };
}

function describe(args: ImportSignals, report: ReadingsReport, made: Backfill | null): string {
  const { read, added, known, drops } = report;
  if (read === 0) return `${args.file === STANDARD_INPUT ? 'Standard input' : args.file} contains no readings.`;
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
async function backfill(db: Database, { output, now }: Pick<Session, 'output' | 'now'>): Promise<Backfill> {
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
