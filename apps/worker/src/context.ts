import type { Database } from '@droptrack/persistence';
import type { Logger } from 'pino';

/** Clocks of the worker. */
export interface Clocks {
  /** Milliseconds since the epoch, by the clock of the database; may jump, as that clock may. */
  now(): number;
  /** Milliseconds; monotonic. */
  monotonicMs(): number;
}

/** Clocks of the worker, and the check whether they agree. */
export interface WorkClock extends Clocks {
  /** False while the clock of this process differs too much from the database's: then no work starts. */
  mayWork(): boolean;
}

/** Counts and logs failures of jobs and loops, which are retried. */
export interface FailureLog {
  failed(job: string, error: unknown): void;
}

/** Facilities that all parts of the worker share. */
export interface WorkerContext {
  readonly db: Database;
  readonly clock: WorkClock;
  readonly failures: FailureLog;
  readonly logger: Logger;
  /** From 0 to below 1. */
  readonly random: () => number;
}
