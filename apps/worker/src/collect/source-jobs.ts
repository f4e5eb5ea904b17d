import { type Database, noteSources, stateSources } from '@droptrack/persistence';
import type { Clocks } from '../clocks';
import { type Job } from '../schedule/job';
import { PeriodJob } from '../schedule/period-job';
import type { CollectJob } from './collect.job';
import type { WorkerSources } from './known-sources';

/** How often it is noted how sources do, in milliseconds. */
const NOTE_MS = 5_000;

/** What lets operators see how sources do: which there are, at the start, and what is held back, now and then. */
export function sourceJobs(db: Database, { known }: WorkerSources, collect: CollectJob, clocks: Clocks): Job[] {
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
      () => stateSources(db, known, clocks.now()),
    ),
    new PeriodJob('note of sources', (nowMs) => Math.floor(nowMs / NOTE_MS), note),
  ];
}
