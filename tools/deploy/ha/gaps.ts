/** Longest gap between two successes of a client that repeats one request, and failures. */
export interface GapFigures {
  readonly longestSeconds: number;
  readonly failures: number;
}

/** Measures the gaps of a client. */
export class Gaps {
  successes = 0;
  totalFailures = 0;
  #lastMs = performance.now();
  #longestMs = 0;
  #failures = 0;

  note(isSuccess: boolean): void {
    if (!isSuccess) {
      this.#failures += 1;
      this.totalFailures += 1;
      return;
    }
    const nowMs = performance.now();
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    this.successes += 1;
  }

  /** Figures since the last call. */
  take(): GapFigures {
    const figures = { longestSeconds: Math.round(this.#longestMs / 100) / 10, failures: this.#failures };
    [this.#longestMs, this.#failures] = [0, 0];
    return figures;
  }
}
