import {
  type Database,
  type KnownSource,
  noteSources,
  recallPolls,
  type SourceInterval,
  stateSources,
} from '@droptrack/persistence';
import type { Job } from '../schedule/job';
import { minuteOf, PeriodJob } from '../schedule/period-job';
import type { CollectJob } from './collect.job';

/** How often it is noted how sources do, in milliseconds. */
const NOTE_MS = 5_000;

/** What lets operators see how sources do: which there are, at the start, and what is held back, now and then. */
export function sourceJobs(
  db: Database,
  known: readonly KnownSource[],
  intervals: readonly SourceInterval[],
  collect: CollectJob,
): Job[] {
  const note = async (nowMs: number): Promise<void> => {
    const sources = [...collect.gates].map(([id, gates]) => ({
      id,
      heldBack: gates
        .state()
        .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs })),
    }));
    await noteSources(db, sources, nowMs);
  };
  return [
    new PeriodJob(
      'statement of sources',
      () => 0,
      async (nowMs) => {
        await stateSources(db, known, nowMs);
        await recallPolls(db, { nowMs, refusedToo: true, intervals });
      },
    ),
    new PeriodJob('recall of polls', minuteOf, (nowMs) => recallPolls(db, { nowMs, refusedToo: false, intervals })),
    new PeriodJob('note of sources', (nowMs) => Math.floor(nowMs / NOTE_MS), note),
  ];
}
