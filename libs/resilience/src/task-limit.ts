/** Limits of a {@link TaskLimit}. */
export interface TaskLimits {
  /** Maximum number of concurrent tasks. */
  readonly concurrentMax: number;
  /** Maximum number of tasks that wait or run, from which on further ones are rejected. */
  readonly pendingMax: number;
  /** Maximum wait in milliseconds; a task that waited longer is rejected, because its caller has given up. */
  readonly waitMsMax: number;
}

interface WaitingTask {
  readonly sinceMs: number;
  /** Lets the task run, or rejects it. */
  readonly finishWait: (isExpired: boolean) => void;
}

/** Runs a bounded number of tasks at a time; others wait in order of arrival. */
export class TaskLimit {
  readonly #waiting: WaitingTask[] = [];
  #running = 0;

  /**
   * @param rejection - error of a task that is not run.
   * @param monotonicMs - monotonic clock, in milliseconds.
   */
  constructor(
    private readonly limits: TaskLimits,
    private readonly rejection: () => Error,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** Result of a task, in its turn. @throws the rejection if too many tasks are pending or it waited too long; and as `task`. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running + this.#waiting.length >= this.limits.pendingMax) throw this.rejection();
    if (this.#running < this.limits.concurrentMax) this.#running += 1;
    else await this.#turn();
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** Waits for the slot of a task that ends. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const finishWait = (isExpired: boolean): void => (isExpired ? reject(this.rejection()) : resolve());
      this.#waiting.push({ sinceMs: this.monotonicMs(), finishWait });
    });
  }

  /** Passes a slot on to the first task that still waits; frees it if there is none. */
  #next(): void {
    const oldestMs = this.monotonicMs() - this.limits.waitMsMax;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const isExpired = next.sinceMs < oldestMs;
      next.finishWait(isExpired);
      if (!isExpired) return;
    }
    this.#running -= 1;
  }
}
