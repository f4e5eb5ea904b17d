import type { Clocks } from '../clocks';
import { BackOff } from './back-off';

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

/** The longest that a loop is left alone, in milliseconds: what it does is waited for. */
const BACK_OFF_MS_MAX = 2_000;

/** Calls a round again and again: when it is woken, and by itself after a while. One that fails is left alone for a while. */
export class WokenLoop {
  readonly #backOff: BackOff;
  #isStopping = false;
  #isWoken = false;
  #endWait: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: WokenLoopOptions) {
    this.#backOff = new BackOff(options.random, BACK_OFF_MS_MAX);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the wait under way, or the next one. A loop that is left alone is not woken. */
  wake(): void {
    this.#isWoken = true;
    this.#endWait();
  }

  /** Begins no more rounds, and resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endWait();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, round, clocks, onFailure } = this.options;
    while (!this.#isStopping) {
      this.#isWoken = false;
      try {
        const waitMs = await round();
        this.#backOff.succeeded();
        if (!this.#isWoken) await this.#wait(waitMs);
      } catch (error) {
        onFailure(name, error);
        this.#backOff.failed(clocks.monotonicMs());
        await this.#pause();
      }
    }
  }

  /** Being woken does not shorten it: whoever wakes does not know what is wrong. */
  async #pause(): Promise<void> {
    while (!this.#isStopping && !this.#backOff.isOver(this.options.clocks.monotonicMs())) await this.#wait(50);
  }

  #wait(ms: number): Promise<void> {
    if (this.#isStopping || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
