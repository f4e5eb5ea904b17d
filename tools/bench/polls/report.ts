import { POLLED_SOURCES, type PolledSource } from '../../../libs/connectors/bench/subjects';
import { beside, known, line, type Measurement, quantile, type Target } from '../report/measurement';
import { formatFigure } from '../report/report';
import type { CompletedPoll } from './polled-drops';

/** Figures of one worker. */
export interface WorkerFigures {
  /** Of one processor. */
  readonly cpuPercent: number;
  readonly peakMb: number;
  /** The measured time, milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Polls from shortly before that time on, without those of a hanging source. */
  readonly polls: readonly CompletedPoll[];
}

interface PollsRounds {
  /** All sources respond. */
  readonly quiet: readonly WorkerFigures[];
  /** The yardstick with the same requests, percent of a core. */
  readonly bare: readonly number[];
  readonly hanging: readonly WorkerFigures[];
}

/** @param perMinute - the planned rate of all sources. */
export function reportPolls(
  perMinute: number,
  hangingId: PolledSource,
  { quiet, bare, hanging }: PollsRounds,
): Measurement[] {
  const worker = `worker, ${formatFigure(perMinute)} polls a minute`;
  const cpu = line(
    `${worker}: CPU`,
    '% of a core',
    quiet.map(({ cpuPercent }) => cpuPercent),
  );
  const peakMb = quiet.map((round) => round.peakMb);
  const late = (what: string, share: number, sources: readonly PolledSource[], target?: Target): Measurement => {
    const figure = (round: WorkerFigures): number => lagMs(round, share, sources);
    return beside(
      line(`${what}, due to stored, while ${hangingId} hangs`, 'ms', hanging.map(figure), target),
      'all respond',
      quiet.map(figure),
    );
  };
  const others = POLLED_SOURCES.filter((id) => id !== hangingId);
  const ownLag = quiet.map((round) => lagMs(round, 0.99, [hangingId]));
  // A short run has no polls of the sources with the longest intervals.
  return known([
    line('polls stored, all respond', '/min', quiet.map(storedPerMinute)),
    { ...cpu, target: { below: 60 } },
    { ...cpu, beside: { what: 'bare undici and pg', rounds: bare } },
    line(`${worker}: peak memory`, 'MB', peakMb, { below: 300 }),
    late('the other sources', 0.5, others),
    late('the other sources, 99th percentile', 0.99, others, { atMost: 2 }),
    ...others.map((id) => late(`${id}, 99th percentile`, 0.99, [id])),
    line(`${hangingId}, 99th percentile, due to stored, all respond`, 'ms', ownLag),
  ]);
}

/** Of the polls that fell due in the measured time. */
function lagMs({ polls, fromMs, untilMs }: WorkerFigures, share: number, sources: readonly PolledSource[]): number {
  const chosen = polls.filter(({ source, dueMs }) => sources.includes(source) && dueMs >= fromMs && dueMs < untilMs);
  return quantile(
    chosen.map(({ dueMs, storedMs }) => storedMs - dueMs),
    share,
  );
}

function storedPerMinute({ polls, fromMs, untilMs }: WorkerFigures): number {
  const stored = polls.filter(({ storedMs }) => storedMs >= fromMs && storedMs < untilMs);
  return (60_000 * stored.length) / (untilMs - fromMs);
}
