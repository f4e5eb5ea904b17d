import { DatabaseUnavailableError } from '@droptrack/persistence';
import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { Clocks } from '../clocks';
import type { Job } from './job';

export interface SchedulerOptions {
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called for each failure of a job; the job is retried. */
  readonly onFailure: (job: string, error: unknown) => void;
  /** True while jobs may start; always when not given. */
  readonly mayWork?: () => boolean;
  /** Interval of ticks in milliseconds; 500 when not given. */
  readonly tickMs?: number;
}

/** Result of one round over all jobs. */
interface Round {
  /** A job has more to do at once. */
  readonly isMore: boolean;
  readonly failures: readonly unknown[];
  /** A job waits for its backoff, or until jobs may start. */
  readonly isWaiting: boolean;
}

const TICK_MS = 500;
const BACKOFF = { firstMs: 500, maxMs: 30_000 };

/**
 * Runs the jobs that are due at each tick, one at a time and in their order, and again at once while one has more to do. A
 * job that fails backs off without blocking the others.
 */
export class Scheduler {
  readonly #jobs: readonly { readonly job: Job; readonly backoff: Backoff }[];
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly #stopSignal = new WakeUpSignal();

  constructor(
    jobs: readonly Job[],
    private readonly options: SchedulerOptions,
  ) {
    this.#jobs = jobs.map((job) => ({ job, backoff: new Backoff(BACKOFF, options.random) }));
  }

  /**
   * Runs until no job is due, or until `stop`. For the start: waits for an unavailable database, and throws other errors.
   */
  runUntilIdle(): Promise<void> {
    return this.#follow(this.#runUntilIdle());
  }

  /** Runs until `stop`. */
  start(): void {
    void this.#follow(this.#repeat());
  }

  /** Starts no more jobs, and resolves once the running one has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopSignal.send();
    await this.#running;
  }

  /** Runs every job that is due once: the work of one tick. Public for its test. */
  async round(): Promise<Round> {
    const { clocks, onFailure, mayWork = () => true } = this.options;
    const failures: unknown[] = [];
    let [isMore, isWaiting] = [false, false];
    for (const { job, backoff } of this.#jobs) {
      if (this.#isStopping || !job.isDue(clocks.now())) continue;
      if (!mayWork() || !backoff.isOver(clocks.monotonicMs())) {
        isWaiting = true;
        continue;
      }
      try {
        isMore = (await job.run(clocks.now())) || isMore;
        backoff.succeeded();
      } catch (error) {
        backoff.failed(clocks.monotonicMs());
        failures.push(error);
        onFailure(job.name, error);
      }
    }
    return { isMore, failures, isWaiting };
  }

  async #runUntilIdle(): Promise<void> {
    while (!this.#isStopping) {
      const { isMore, failures, isWaiting } = await this.round();
      const failure = failures.find((error) => !(error instanceof DatabaseUnavailableError));
      if (failure !== undefined) throw failure;
      if (failures.length > 0 || isWaiting) await this.#stopSignal.wait(this.#tickMs);
      else if (!isMore) return;
    }
  }

  async #repeat(): Promise<void> {
    while (!this.#isStopping) {
      const { isMore } = await this.round();
      if (!isMore) await this.#stopSignal.wait(this.#tickMs);
    }
  }

  #follow(work: Promise<void>): Promise<void> {
    this.#running = work.catch(() => undefined);
    return work;
  }

  get #tickMs(): number {
    return this.options.tickMs ?? TICK_MS;
  }
}
