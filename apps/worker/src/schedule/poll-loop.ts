import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { Clocks } from '../clocks';

export interface PollLoopOptions {
  /** Name in logs and metrics. */
  readonly name: string;
  /**
   * Runs one round.
   *
   * @returns maximum wait until the next round, in milliseconds; 0 for none.
   */
  readonly round: () => Promise<number>;
  readonly clocks: Pick<Clocks, 'monotonicMs'>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFailure: (name: string, error: unknown) => void;
}

/** Short delays: clients wait for the work of a loop. */
const BACKOFF = { firstMs: 500, maxMs: 2_000 };

/** Poll loop: runs a round after each wake-up, and after the wait that the last round returned; backs off after failures. */
export class PollLoop {
  readonly #backoff: Backoff;
  readonly #signal = new WakeUpSignal();
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: PollLoopOptions) {
    this.#backoff = new Backoff(BACKOFF, options.random);
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
    const { name, round, clocks, onFailure } = this.options;
    while (!this.#isStopping) {
      this.#signal.clear();
      try {
        const waitMs = await round();
        this.#backoff.succeeded();
        await this.#signal.wait(waitMs);
      } catch (error) {
        onFailure(name, error);
        this.#backoff.failed(clocks.monotonicMs());
        await this.#pause();
      }
    }
  }

  /** Waits for the end of the backoff, regardless of wake-ups. */
  async #pause(): Promise<void> {
    while (!this.#isStopping && !this.#backoff.isOver(this.options.clocks.monotonicMs())) await this.#signal.wait(50);
  }
}
