import type { Database } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Clocks } from '../clocks';
import { PollLoop } from '../schedule/poll-loop';

/** Clock of the database. A worker whose own clock differs too much from it starts no work. */
export interface WorkClock extends Clocks {
  mayWork(): boolean;
}

/** Counts and logs failed rounds. A failed round is repeated after a pause. */
export interface FailureLog {
  failed(job: string, error: unknown): void;
}

/** Facilities of the worker that all parts of the webhooks share. */
export interface WebhookContext {
  readonly db: Database;
  readonly clock: WorkClock;
  readonly failures: FailureLog;
  readonly logger: Logger;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * Creates a loop over rounds. `round` returns the longest wait before the next one, in milliseconds.
 *
 * @param name - of the job, in logs and metrics.
 */
export function createLoop(
  name: string,
  { clock, random, failures }: Pick<WebhookContext, 'clock' | 'random' | 'failures'>,
  round: () => Promise<number>,
): PollLoop {
  return new PollLoop({
    name,
    round,
    clocks: clock,
    random,
    onFailure: (job, error) => failures.failed(job, error),
  });
}
