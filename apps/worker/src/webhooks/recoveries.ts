import { stepRecovery } from '@droptrack/persistence';
import type { WorkerContext } from '../context';
import { PollLoop } from '../schedule/poll-loop';

/** Recoveries that one worker works on at a time; each step holds one connection. */
export const RECOVERIES_AT_ONCE = 2;
/** Longest wait before recoveries are looked up again without a wake-up signal, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Runs recoveries, which replay missed events: makes deliveries due that endpoints have not received. A recovery of a worker
 * that stops or dies is continued by another worker, at the last step that was committed.
 */
export class Recoveries {
  readonly #loop: PollLoop;

  constructor(private readonly context: Pick<WorkerContext, 'db' | 'clock' | 'random' | 'failures'>) {
    this.#loop = new PollLoop('recovery', context, () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks up recoveries at once: one may have been queued. */
  wake(): void {
    this.#loop.wake();
  }

  /** Waits for the steps in progress. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { db, clock } = this.context;
    if (!clock.mayWork()) return POLL_MS;
    const steps = Array.from({ length: RECOVERIES_AT_ONCE }, () => stepRecovery(db, clock.now()));
    // A round waits for all of its steps, so that no connection stays in use after it.
    const ended = await Promise.allSettled(steps);
    for (const step of ended) if (step.status === 'rejected') throw step.reason;
    return ended.some((step) => step.status === 'fulfilled' && step.value !== null) ? 0 : POLL_MS;
  }
}
