import { SOURCE_IDS, type SourceId } from '@droptrack/connectors';
import type { Measurement, Target } from '../report/measurement';
import { quantile } from '../report/spread';
import { formatFigure } from '../report/table';
import type { MadePoll } from './polled-drops';

/** What was seen of one worker. */
export interface WorkerSeen {
  /** Of one processor. */
  readonly cpuPercent: number;
  readonly peakMb: number;
  /** When it was measured, milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** From shortly before that on, but for those of a source that hung. */
  readonly polls: readonly MadePoll[];
}

/** What is measured in turn. */
export interface PollsRound {
  /** All sources answer. */
  readonly quiet: WorkerSeen;
  /** What the bare loop took for the requests of that, percent of a core. */
  readonly bare: number;
  readonly hanging: WorkerSeen;
}

/** The lines of the table. @param perMinute - what was meant to fall due, of all sources. */
export function reportPolls(perMinute: number, hanging: SourceId, rounds: readonly PollsRound[]): Measurement[] {
  const quiet = rounds.map((round) => round.quiet);
  const hung = rounds.map((round) => round.hanging);
  const bare = rounds.map((round) => round.bare);
  const worker = `worker, ${formatFigure(perMinute)} polls a minute`;
  const cpu = line(`${worker}: CPU`, '% of a core', quiet, ({ cpuPercent }) => cpuPercent);
  const peak = line(`${worker}: peak memory`, 'MB', quiet, ({ peakMb }) => peakMb);
  const late = (what: string, share: number, sources: readonly SourceId[], target?: Target): Measurement => {
    const figure = (seen: WorkerSeen) => lagMs(seen, share, sources);
    const words = `${what}, due to stored, while ${hanging} hangs`;
    const beside = { what: 'all answer', rounds: quiet.map(figure) };
    return { ...line(words, 'ms', hung, figure), beside, ...(target !== undefined && { target }) };
  };
  const others = SOURCE_IDS.filter((id) => id !== hanging);
  const lines = [
    line('polls stored, all answer', '/min', quiet, storedPerMinute),
    { ...cpu, target: { below: 60 } },
    { ...cpu, beside: { what: 'bare undici and pg', rounds: bare } },
    { ...peak, target: { below: 300 } },
    late('the other sources', 0.5, others),
    late('the other sources, 99 of 100', 0.99, others, { atMost: 2 }),
    ...others.map((id) => late(`${id}, 99 of 100`, 0.99, [id])),
    line(`${hanging}, 99 of 100, due to stored, all answer`, 'ms', quiet, (seen) => lagMs(seen, 0.99, [hanging])),
  ];
  // A short run has no polls of the sources that are asked least.
  return lines.filter(({ rounds: figures }) => figures.every(Number.isFinite));
}

function line(what: string, unit: string, seen: readonly WorkerSeen[], figure: (of: WorkerSeen) => number) {
  return { bench: 'polls', what, unit, rounds: seen.map(figure) } as const;
}

/** Of the polls that fell due while it was measured. */
function lagMs({ polls, fromMs, untilMs }: WorkerSeen, share: number, sources: readonly SourceId[]): number {
  const chosen = polls.filter(({ source, dueMs }) => sources.includes(source) && dueMs >= fromMs && dueMs < untilMs);
  return quantile(
    chosen.map(({ dueMs, storedMs }) => storedMs - dueMs),
    share,
  );
}

function storedPerMinute({ polls, fromMs, untilMs }: WorkerSeen): number {
  const stored = polls.filter(({ storedMs }) => storedMs >= fromMs && storedMs < untilMs);
  return (60_000 * stored.length) / (untilMs - fromMs);
}
