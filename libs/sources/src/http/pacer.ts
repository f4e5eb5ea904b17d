/** Clock and timer of a pacer. */
export interface PacerClock {
  /** Milliseconds of a clock that never steps back. */
  readonly monotonicMs: () => number;
  /** Waits; returns early when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Spaces requests evenly, without bursts: a run has no use for responses that arrive at once, and hosts limit by the second
 * as well as by the minute.
 */
export class Pacer {
  readonly #gapMs: number;
  #nextMs = -Infinity;

  constructor(
    requestsPerMinute: number,
    private readonly clock: PacerClock,
  ) {
    this.#gapMs = 60_000 / requestsPerMinute;
  }

  /** Waits for the next free slot; concurrent callers get one each, in the order of their calls. */
  async wait(signal: AbortSignal): Promise<void> {
    const waitMs = this.#occupy();
    if (waitMs > 0 && !signal.aborted) await this.clock.sleep(waitMs, signal);
  }

  /** Occupies a slot for a request that was sent without waiting, such as that of a redirect. */
  skip(): void {
    this.#occupy();
  }

  /** @returns wait until the slot, in milliseconds; 0 or below if it is free now. */
  #occupy(): number {
    const nowMs = this.clock.monotonicMs();
    const slotMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = slotMs + this.#gapMs;
    return slotMs - nowMs;
  }
}

/** Waits by the timer of the process. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
