const FIRST_MS = 500;
const MAX_MS = 30_000;

/** How long something that fails is left alone: twice as long each time, from 0.5 s to 30 s or as told. */
export class BackOff {
  #failures = 0;
  #untilMs = -Infinity;

  /**
   * @param random - from 0 to 1; spreads the tries of many workers over the second half of the wait.
   * @param maxMs - the longest wait, milliseconds.
   */
  constructor(
    private readonly random: () => number,
    private readonly maxMs = MAX_MS,
  ) {}

  /** @param monotonicMs - see Clocks: a wall clock that is set back must not prolong the wait. */
  isOver(monotonicMs: number): boolean {
    return monotonicMs >= this.#untilMs;
  }

  failed(monotonicMs: number): void {
    const waitMs = Math.min(FIRST_MS * 2 ** this.#failures, this.maxMs);
    this.#failures += 1;
    this.#untilMs = monotonicMs + waitMs * (0.5 + this.random() / 2);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#untilMs = -Infinity;
  }
}
