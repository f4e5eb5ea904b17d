import { DatabaseUnavailableError } from '@droptrack/persistence';
import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { WorkerContext } from '../context';
import { PollLoop } from './poll-loop';

/** Recurring work. */
export interface Job {
  /** Name in logs and metrics, such as `pass`. */
  readonly name: string;
  /** The start does not wait for it: {@link Scheduler.runUntilIdle} skips it. False when not given. */
  readonly isAfterStart?: boolean;
  /**
   * True when it should run at this instant, in milliseconds since the epoch. Evaluated at each tick instead of a timer, so
   * that a clock that jumps, or a machine that was suspended, delays it by one tick at most.
   */
  isDue(nowMs: number): boolean;
  /**
   * Runs one batch.
   *
   * @returns true when there is more to do at once.
   */
  run(nowMs: number): Promise<boolean>;
}

/** Job with its backoff. */
interface ScheduledJob {
  readonly job: Job;
  readonly backoff: Backoff;
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
  readonly #jobs: readonly ScheduledJob[];
  readonly #loop: PollLoop;
  readonly #stopSignal = new WakeUpSignal();
  #isStopping = false;
  #untilIdle: Promise<void> = Promise.resolve();

  /** @param tickMs - interval of ticks in milliseconds. */
  constructor(
    jobs: readonly Job[],
    private readonly context: Pick<WorkerContext, 'clock' | 'random' | 'failures'>,
    private readonly tickMs = TICK_MS,
  ) {
    this.#jobs = jobs.map((job) => ({ job, backoff: new Backoff(BACKOFF, context.random) }));
    this.#loop = new PollLoop('scheduler', context, async () => ((await this.round()).isMore ? 0 : tickMs));
  }

  /**
   * Runs until no job is due, or until `stop`. For the start: waits for an unavailable database, and throws other errors.
   */
  runUntilIdle(): Promise<void> {
    const run = this.#runUntilIdle();
    this.#untilIdle = run.catch(() => undefined);
    return run;
  }

  /** Runs until `stop`. */
  start(): void {
    this.#loop.start();
  }

  /** Starts no more jobs, and resolves once the running one has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopSignal.send();
    await Promise.all([this.#untilIdle, this.#loop.stop()]);
  }

  /** Runs every job that is due once: the work of one tick. Public for its test. */
  round(): Promise<Round> {
    return this.#run(this.#jobs);
  }

  async #run(jobs: readonly ScheduledJob[]): Promise<Round> {
    const { clock, failures: failureLog } = this.context;
    const failures: unknown[] = [];
    let [isMore, isWaiting] = [false, false];
    for (const { job, backoff } of jobs) {
      if (this.#isStopping || !job.isDue(clock.now())) continue;
      if (!clock.mayWork() || !backoff.isOver(clock.monotonicMs())) {
        isWaiting = true;
        continue;
      }
      try {
        isMore = (await job.run(clock.now())) || isMore;
        backoff.succeeded();
      } catch (error) {
        backoff.failed(clock.monotonicMs());
        failures.push(error);
        failureLog.failed(job.name, error);
      }
    }
    return { isMore, failures, isWaiting };
  }

  async #runUntilIdle(): Promise<void> {
    const jobs = this.#jobs.filter(({ job }) => job.isAfterStart !== true);
    while (!this.#isStopping) {
      const { isMore, failures, isWaiting } = await this.#run(jobs);
      const failure = failures.find((error) => !(error instanceof DatabaseUnavailableError));
      if (failure !== undefined) throw failure;
      if (failures.length > 0 || isWaiting) await this.#stopSignal.wait(this.tickMs);
      else if (!isMore) return;
    }
  }
}
