import { setMaxListeners } from 'node:events';
import {
  type Capacity,
  DatabaseUnavailableError,
  type LeasedTask,
  leaseTasks,
  recordTaskOutcomes,
  TASK_LEASE,
  type TaskLease,
  type TaskOutcome,
  TaskRepository,
} from '@droptrack/persistence';
import { WakeUpSignal } from '@droptrack/resilience';
import type { Clocks, WorkerContext } from '../context';
import type { TaskMetrics } from '../metrics/task-metrics';
import { OutcomeBuffer } from '../schedule/outcome-buffer';
import type { Job } from '../schedule/scheduler';
import { runTasks } from './run-tasks';
import { TaskLog } from '../log/task-log';
import type { TaskSource } from './task-source';

export interface TaskJobDeps extends Pick<WorkerContext, 'db' | 'random' | 'logger'> {
  readonly clock: Clocks;
  readonly sources: readonly TaskSource[];
  readonly metrics: Pick<TaskMetrics, 'leased' | 'ended' | 'recorded'>;
  /** Maximum number of new candidates of a finder's source per UTC day. */
  readonly newPerDayMax?: number;
}

/** Times of a job in milliseconds, and its limit. */
export interface TaskPace {
  /** Maximum number of tasks at once over all sources, which bounds memory. */
  readonly tasksMax: number;
  /** Interval between leases. */
  readonly leaseMs: number;
  /** Longest wait for the end of a run, before the next lease, renewal and record. */
  readonly waitMs: number;
  /** Outcomes of runs that end within this time are recorded together. */
  readonly batchMs: number;
}

/** Tasks of one run. */
interface Running {
  readonly source: TaskSource;
  readonly tasks: readonly LeasedTask[];
  readonly work: Promise<void>;
}

/**
 * Runs tasks that are due, up to the concurrency limit of each source, so that a source that hangs does not block others.
 * Records outcomes in batches. Leases are short and renewed: when the worker is killed, other workers soon run its tasks.
 */
export class TaskJob implements Job {
  readonly #stop = new AbortController();
  readonly #running = new Set<Running>();
  readonly #outcomes: OutcomeBuffer<TaskOutcome>;
  readonly #log: TaskLog;
  /** Tasks whose runs were aborted. */
  #aborted: LeasedTask[] = [];
  #nextLeaseMs = -Infinity;
  #nextRenewalMs = -Infinity;
  /** Sent when a run has ended. */
  readonly #endSignal = new WakeUpSignal();

  constructor(
    readonly name: string,
    private readonly deps: TaskJobDeps,
    private readonly pace: TaskPace,
  ) {
    this.#log = new TaskLog(deps.logger);
    this.#outcomes = new OutcomeBuffer<TaskOutcome>({
      record: (outcomes) => this.#record(outcomes),
      replace: (outcome, error) => {
        this.#log.rejected(outcome, error);
        // Recorded as a failure, it is visible and backs off; otherwise the run would repeat at once.
        if (outcome.end === 'failed') return null;
        const nextDueMs = outcome.nextDueMs ?? deps.clock.now();
        return {
          ...outcome,
          nextDueMs,
          end: 'failed',
          failureKind: 'internal',
          message: 'its result cannot be stored',
        };
      },
    });
    // Each run adds a listener.
    setMaxListeners(0, this.#stop.signal);
  }

  isDue(): boolean {
    if (this.deps.sources.length === 0) return false;
    return this.#own().length > 0 || this.deps.clock.monotonicMs() >= this.#nextLeaseMs;
  }

  async run(): Promise<boolean> {
    const { clock } = this.deps;
    await this.#recordAll();
    await this.#renew();
    if (clock.monotonicMs() >= this.#nextLeaseMs) await this.#lease();
    if (this.#own().length === 0) return false;
    await this.#endSignal.wait(this.pace.waitMs);
    if (!this.#stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, this.pace.batchMs));
    return true;
  }

  /** Aborts runs and releases their leases, so that another worker can lease them at once. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#running].map(({ work }) => work));
    await Promise.all(this.deps.sources.map((source) => source.close()));
    try {
      await this.#recordAll();
    } catch (error) {
      // The leases expire, and the runs are repeated.
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }

  async #lease(): Promise<void> {
    const { db, clock, sources, metrics } = this.deps;
    const max = this.pace.tasksMax - this.#own().length;
    const capacities = max > 0 ? sources.map((source) => this.#capacityOf(source)) : [];
    const leased = await leaseTasks(db, capacities, clock.now(), { max });
    for (const task of leased) metrics.leased(task, Math.max(0, clock.now() - task.dueMs));
    for (const source of sources) {
      const tasks = leased.filter(({ source: id }) => id === source.id);
      const { tasksPerRun } = source.limits;
      for (let at = 0; at < tasks.length; at += tasksPerRun) this.#begin(source, tasks.slice(at, at + tasksPerRun));
    }
    this.#nextLeaseMs = clock.monotonicMs() + this.pace.leaseMs;
  }

  #capacityOf({ kind, id, limits }: TaskSource): Capacity {
    // Outcomes that cannot be recorded yet keep their results in memory, so they count as running.
    const own = this.#own().filter(({ source }) => source === id).length;
    const tasks = limits.tasksPerRun > 1 && own > 0 ? 0 : limits.concurrency - own;
    return { kind, source: id, tasks };
  }

  #begin(source: TaskSource, tasks: readonly LeasedTask[]): void {
    const { clock, random, metrics } = this.deps;
    const beganMs = clock.monotonicMs();
    const work = runTasks(source, tasks, { clock, random, stopping: this.#stop.signal }).then((end) => {
      this.#running.delete(running);
      if (end === null) this.#aborted.push(...tasks);
      for (const outcome of end?.outcomes ?? []) {
        metrics.ended(outcome, clock.monotonicMs() - beganMs);
        void this.#outcomes.add(outcome);
      }
      if (end !== null) this.#log.ended(end);
      this.#endSignal.send();
    });
    const running: Running = { source, tasks, work };
    this.#running.add(running);
  }

  /** Records the outcomes that there are now; those that have to wait for a drop are left for later. */
  async #recordAll(): Promise<void> {
    const { db, clock } = this.deps;
    for (let left = this.#outcomes.size; left > 0; left -= OutcomeBuffer.batchMax) await this.#outcomes.recordBatch();
    if (this.#aborted.length === 0) return;
    await new TaskRepository(db).release(this.#aborted, clock.now());
    this.#aborted = [];
  }

  async #record(outcomes: readonly TaskOutcome[]): Promise<readonly TaskOutcome[]> {
    const { db, clock, metrics, newPerDayMax } = this.deps;
    const report = await recordTaskOutcomes(db, outcomes, clock.now(), newPerDayMax);
    metrics.recorded(report);
    this.#log.recorded(report);
    return report.waiting;
  }

  /** Extends the leases of runs that have not ended, or whose outcomes are not recorded yet. */
  async #renew(): Promise<void> {
    const { db, clock } = this.deps;
    const own = this.#own();
    if (own.length === 0 || clock.monotonicMs() < this.#nextRenewalMs) return;
    await new TaskRepository(db).renew(own, clock.now());
    this.#nextRenewalMs = clock.monotonicMs() + TASK_LEASE.renewMs;
  }

  #own(): TaskLease[] {
    return [...[...this.#running].flatMap(({ tasks }) => tasks), ...this.#outcomes.outcomes];
  }
}
