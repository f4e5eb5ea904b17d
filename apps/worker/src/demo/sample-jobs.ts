import type { Database } from '@droptrack/persistence';
import { applySample, applySampleReadings } from '../sample/apply-sample';
import type { Job } from '../schedule/job';
import { dayFrom, hourOf, PeriodJob } from '../schedule/period-job';

/** The sample of a new day is applied this long after midnight, UTC, in milliseconds. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * What keeps the demo alive: all of the sample at the start and once a day, its readings each hour.
 *
 * @param tell - told how far it has come, for a person who waits.
 */
export function sampleJobs(db: Database, tell: (line: string) => void): Job[] {
  const all = async (nowMs: number): Promise<void> => {
    tell('Making the sample …');
    await applySample(db, { nowMs });
    tell('Working out the scores …');
  };
  return [
    new PeriodJob('sample', dayFrom(AFTER_MIDNIGHT_MS), all),
    new PeriodJob('sample readings', hourOf, (nowMs) => applySampleReadings(db, { nowMs })),
  ];
}
