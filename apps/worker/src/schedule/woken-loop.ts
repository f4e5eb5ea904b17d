import { Backoff, WakeUpSignal } from '@droptrack/resilience';
import type { Clocks } from '../clocks';

export interface WokenLoopOptions {
  /** In logs and figures. */
  readonly name: string;
  /**
   * Does what there is to do.
   *
   * @returns when it wants to be called again at the latest, in milliseconds from now; 0 for at once.
   */
  readonly round: () => Promise<number>;
  readonly clocks: Pick<Clocks, 'monotonicMs'>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onFailure: (name: string, error: unknown) => void;
}

/** Short delays: clients wait for the work of a loop. */
const BACKOFF = { firstMs: 500, maxMs: 2_000 };

/** Calls a round again and again: when it is woken, and by itself after a while. One that fails is left alone for a while. */
export class WokenLoop {
  readonly #backoff: Backoff;
  readonly #signal = new WakeUpSignal();
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: WokenLoopOptions) {
    this.#backoff = new Backoff(BACKOFF, options.random);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the wait under way, or the next one. A loop that is left alone is not woken. */
  wake(): void {
    this.#signal.send();
  }

  /** Begins no more rounds, and resolves when the one under way has ended. */
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

  /** Being woken does not shorten it: whoever wakes does not know what is wrong. */
  async #pause(): Promise<void> {
    while (!this.#isStopping && !this.#backoff.isOver(this.options.clocks.monotonicMs())) await this.#signal.wait(50);
  }
}
