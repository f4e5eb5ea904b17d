import { DatabaseUnavailableError } from '@droptrack/persistence';
import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { Clocks } from '../clocks';
import type { Job } from './job';

export interface SchedulerOptions {
  readonly clocks: Clocks;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Told of each failure of a job; the job is tried again. */
  readonly onFailure: (job: string, error: unknown) => void;
  /** True while work may be begun; always when not given. */
  readonly mayWork?: () => boolean;
  /** How often jobs are asked, in milliseconds; 500 when not given. */
  readonly tickMs?: number;
}

/** What became of asking all jobs once. */
interface Round {
  /** A job has more to do at once. */
  readonly isMore: boolean;
  readonly failures: readonly unknown[];
  /** A job waits for its next try, or until work may be begun. */
  readonly isWaiting: boolean;
}

const TICK_MS = 500;
const BACKOFF = { firstMs: 500, maxMs: 30_000 };

/**
 * Asks its jobs at every tick whether they are due and runs those that are, one at a time and in
 * their order; at once again while one has more to do. A job that fails is left alone for a
 * while, and does not keep the others from running.
 */
export class Scheduler {
  readonly #jobs: readonly { readonly job: Job; readonly backoff: Backoff }[];
  #isStopping = false;
  #underWay: Promise<unknown> = Promise.resolve();
  readonly #stopSignal = new WakeUpSignal();

  constructor(
    jobs: readonly Job[],
    private readonly options: SchedulerOptions,
  ) {
    this.#jobs = jobs.map((job) => ({ job, backoff: new Backoff(BACKOFF, options.random) }));
  }

  /**
   * Runs until nothing is due, or until `stop`. For the start: a database that is away is waited
   * for, anything else that fails is thrown.
   */
  settle(): Promise<void> {
    return this.#follow(this.#settle());
  }

  /** Runs until `stop`. */
  start(): void {
    void this.#follow(this.#repeat());
  }

  /** Starts no more work, and resolves once what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopSignal.send();
    await this.#underWay;
  }

  /** Asks every job once. Exported for its test: what a tick does. */
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

  async #settle(): Promise<void> {
    while (!this.#isStopping) {
      const { isMore, failures, isWaiting } = await this.round();
      const fault = failures.find((error) => !(error instanceof DatabaseUnavailableError));
      if (fault !== undefined) throw fault;
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
    this.#underWay = work.catch(() => undefined);
    return work;
  }

  get #tickMs(): number {
    return this.options.tickMs ?? TICK_MS;
  }
}
