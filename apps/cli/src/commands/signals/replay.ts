import { type ReplayDifference, replayPoints, type ReplayReport, UnknownDropError } from '@droptrack/persistence';
import { parseInstant } from '../catalogue/files/instants';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import type { DatabaseSession } from '../../session/session';

interface ReplayScores {
  /** Ids of drops; none for all. */
  readonly drops: readonly string[];
  /** First and last hour, as given; null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Recomputes hourly points from raw readings and lists the differences. Exits with code 1 if there are any. */
export async function replayScores(args: ReplayScores, { output, withDatabase }: DatabaseSession): Promise<number> {
  const [fromMs, untilMs] = [instantOption('--from', args.from), instantOption('--to', args.to)];
  if (fromMs !== null && untilMs !== null && fromMs > untilMs) {
    throw new CliError(INVALID_ARGUMENT, '--from must not be after --to');
  }
  const report = await withDatabase((db) => {
    output.progress('Reading …');
    return replayPoints(db, {
      dropIds: args.drops.length === 0 ? null : args.drops,
      fromMs,
      untilMs,
      onProgress: ({ drops, dropsTotal: dropsInAll, points }) =>
        output.progress(`${count(points, 'point')} recomputed, drop ${drops + 1} of ${dropsInAll} …`),
    }).catch(rethrowNamed);
  });
  output.result(present(report), describe(report));
  return report.differencesTotal === 0 ? EXIT.done : EXIT.failed;
}

/** Instant of an option in milliseconds; null without one. @throws {CliError} for one without a time zone. */
export function instantOption(option: string, text: string | null): number | null {
  if (text === null) return null;
  const atMs = text.includes('T') ? parseInstant(text) : null;
  if (atMs !== null) return atMs;
  throw new CliError(INVALID_ARGUMENT, `${option} must be an instant with a time zone, such as 2026-11-21T08:00:00Z`);
}

/** Error for a drop that is not in the catalogue. */
export const dropNotFound = (message: string): CliError =>
  new CliError('drop_not_found', message, {
    hint: 'Drops come from catalogue files: droptrack catalogue apply <dir>',
  });

function rethrowNamed(error: unknown): never {
  throw error instanceof UnknownDropError ? dropNotFound(error.message) : error;
}

const instant = (ms: number): string => new Date(ms).toISOString();

function present({ drops, points, unreplayable, replayableFromMs, differences, differencesTotal }: ReplayReport) {
  return {
    drops,
    points,
    not_replayable: unreplayable,
    replayable_from: replayableFromMs === null ? null : instant(replayableFromMs),
    differences_total: differencesTotal,
    differences: differences.map(({ dropId, hourMs, field, stored, recomputed }) => ({
      drop: dropId,
      t: instant(hourMs),
      field,
      stored,
      recomputed,
    })),
  };
}

function describe(report: ReplayReport): string {
  const { drops, points, unreplayable, replayableFromMs, differences, differencesTotal } = report;
  const hidden = differencesTotal > differences.length ? `, first ${differences.length} shown` : '';
  const found = differencesTotal === 0 ? 'no differences' : `${count(differencesTotal, 'difference')}${hidden}`;
  const lines = [`${count(points, 'point')} of ${count(drops, 'drop')} recomputed: ${found}.`];
  if (unreplayable > 0 && replayableFromMs !== null) {
    lines.push(
      `${count(unreplayable, 'point')} skipped, because not all of their readings are stored: ` +
        `points from ${instant(replayableFromMs)} on can be recomputed.`,
    );
  }
  return differencesTotal === 0 ? lines.join('\n') : [tableOf(differences), '', ...lines].join('\n');
}

const NONE = '–';

function tableOf(differences: readonly ReplayDifference[]): string {
  const rows = differences.map(({ dropId, hourMs, field, stored, recomputed }) => [
    dropId,
    instant(hourMs),
    field,
    String(stored ?? NONE),
    String(recomputed ?? NONE),
  ]);
  return formatTable(['DROP', 'HOUR', 'FIELD', 'STORED', 'RECOMPUTED'], rows);
}
