import type { HostBreakers, SourceError } from '@droptrack/sources';
import type { LeasedTask, TaskKind, TaskResult } from '@droptrack/persistence';

/** Limits of the tasks of a source. Requests over all workers are limited by the budget of the source, or by its runs. */
export interface TaskLimits {
  /** Normal interval between two runs of a task, in milliseconds. */
  readonly intervalMs: number;
  /** Timeout of one run with all its requests. */
  readonly timeoutMs: number;
  /** Tasks at once per worker. */
  readonly concurrency: number;
  /** Most tasks of one run; above 1, one run at a time. */
  readonly tasksPerRun: number;
  /** Wait after the first failure, and the maximum, in milliseconds. */
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
}

/** Input of one run. */
export interface TaskRun {
  readonly tasks: readonly LeasedTask[];
  /** Start of the run, milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
  /** Called before each request. */
  readonly onRequest: () => void;
}

/** Success about one task. */
export interface TaskSuccess {
  readonly result: TaskResult;
  /** State for the next run. */
  readonly memory: unknown;
  /** Start of the next run, milliseconds since the epoch; null for none. */
  readonly nextDueMs: number | null;
  /** Progress of work that the next run continues, for operators. */
  readonly progress?: string;
  /** Failure after a part of the result: the part is stored, and the run counts as failed. */
  readonly failure?: SourceError;
}

/**
 * Source of tasks. Connectors, the prices of tokens, finders, and the lists of campaigns are such sources: the port through which
 * the one job leases, runs and records all of them.
 */
export interface TaskSource {
  readonly kind: TaskKind;
  /** As in `LeasedTask.source`. */
  readonly id: string;
  readonly limits: TaskLimits;
  /** Circuit breakers of its hosts, shared by its runs. */
  readonly hosts: HostBreakers;
  /**
   * Runs tasks once.
   *
   * @returns a result for each task, in their order.
   * @throws {SourceError} if the source failed for all of them.
   */
  run(run: TaskRun): Promise<readonly (TaskSuccess | SourceError)[]>;
  /** Closes connections, once no run is left. */
  close(): Promise<void>;
}
