import {
  type Database,
  type KnownSource,
  SourceRepository,
  PollRepository,
  type SourceInterval,
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
    await new SourceRepository(db).heartbeat(sources, nowMs);
  };
  return [
    new PeriodJob(
      'statement of sources',
      () => 0,
      async (nowMs) => {
        await new SourceRepository(db).declare(known, nowMs);
        await new PollRepository(db).recall({ nowMs, withUnauthorized: true, intervals });
      },
    ),
    new PeriodJob('recall of polls', minuteOf, (nowMs) =>
      new PollRepository(db).recall({ nowMs, withUnauthorized: false, intervals }),
    ),
    new PeriodJob('note of sources', (nowMs) => Math.floor(nowMs / NOTE_MS), note),
  ];
}
