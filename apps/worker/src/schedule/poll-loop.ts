import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { Clocks, WorkerContext } from '../context';

interface PollLoopContext extends Pick<WorkerContext, 'random' | 'failures'> {
  readonly clock: Pick<Clocks, 'monotonicMs'>;
}

/** Short delays: clients wait for the work of a loop. */
const BACKOFF = { firstMs: 500, maxMs: 2_000 };

/** Poll loop: runs a round after each wake-up, and after the wait that the last round returned; backs off after failures. */
export class PollLoop {
  readonly #backoff: Backoff;
  readonly #signal = new WakeUpSignal();
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  /**
   * @param name - in logs and metrics.
   * @param round - returns the maximum wait until the next round, in milliseconds; 0 for none.
   */
  constructor(
    private readonly name: string,
    private readonly context: PollLoopContext,
    private readonly round: () => Promise<number>,
  ) {
    this.#backoff = new Backoff(BACKOFF, context.random);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the current wait, or the next one; does not shorten a backoff. */
  wake(): void {
    this.#signal.send();
  }

  /** Starts no more rounds, and resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#signal.send();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, failures } = this.context;
    while (!this.#isStopping) {
      this.#signal.clear();
      try {
        const waitMs = await this.round();
        this.#backoff.succeeded();
        await this.#signal.wait(waitMs);
      } catch (error) {
        failures.failed(this.name, error);
        this.#backoff.failed(clock.monotonicMs());
        await this.#pause();
      }
    }
  }

  /** Waits for the end of the backoff, regardless of wake-ups. */
  async #pause(): Promise<void> {
    const { clock } = this.context;
    while (!this.#isStopping && !this.#backoff.isOver(clock.monotonicMs())) await this.#signal.wait(50);
  }
}
