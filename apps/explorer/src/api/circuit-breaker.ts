/** Failures in a row after which requests are no longer sent. */
const FAILURES_MAX = 3;
/** Time after the last failure, and between two attempts from then on, in milliseconds. */
const RETRY_MS = 3_000;

/**
 * Decides if a request is worth its wait: after {@link FAILURES_MAX} failures in a row only one every {@link RETRY_MS} is,
 * until one succeeds.
 */
export class CircuitBreaker {
  #failures = 0;
  #retryAtMs = 0;

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(private readonly nowMs: () => number) {}

  /** True if a request may be sent now, which is then to be reported. */
  admits(): boolean {
    if (this.#failures < FAILURES_MAX) return true;
    if (this.nowMs() < this.#retryAtMs) return false;
    this.#retryAtMs = this.nowMs() + RETRY_MS;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#retryAtMs = this.nowMs() + RETRY_MS;
  }
}
