/** Bounds of an exponential delay, in milliseconds. */
export interface DelayRange {
  /** Delay after the first failure, before jitter. */
  readonly firstMs: number;
  /** Largest delay. */
  readonly maxMs: number;
}

/** Exponent from which no delay fits into a number of milliseconds that matters. */
const DOUBLINGS_MAX = 40;

/**
 * Delay before the next retry: doubles with each failure up to a maximum. Jitter spreads it over its second half, so that
 * processes that failed together do not retry together.
 *
 * @param failures - failures before the current one, from 0.
 * @param random - from 0 to 1; 1 returns the full delay.
 */
export function exponentialDelayMs({ firstMs, maxMs }: DelayRange, failures: number, random: () => number): number {
  const delayMs = Math.min(firstMs * 2 ** Math.min(failures, DOUBLINGS_MAX), maxMs);
  return delayMs * (0.5 + random() / 2);
}

/** Backoff of one operation: after each failure in a row it has to wait longer. */
export class Backoff {
  #failures = 0;
  #untilMs = -Infinity;

  /** @param random - from 0 to 1; see {@link exponentialDelayMs}. */
  constructor(
    private readonly range: DelayRange,
    private readonly random: () => number,
  ) {}

  /** @param monotonicMs - a clock that never steps back: a wall clock that is set back would prolong the wait. */
  isOver(monotonicMs: number): boolean {
    return monotonicMs >= this.#untilMs;
  }

  failed(monotonicMs: number): void {
    this.#untilMs = monotonicMs + exponentialDelayMs(this.range, this.#failures, this.random);
    this.#failures += 1;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#untilMs = -Infinity;
  }
}
