/** Without a pass that succeeded for this long the worker is of no use, in milliseconds. */
const SUCCESS_AGE_MS_MAX = 60_000;

/** When a pass last succeeded. */
export class PassHealth {
  #succeededAtMs: number | null = null;

  /** @param monotonicMs - see Clocks. */
  constructor(private readonly monotonicMs: () => number) {}

  succeeded(): void {
    this.#succeededAtMs = this.monotonicMs();
  }

  /** Seconds; infinite before the first. */
  successAgeSeconds(): number {
    return this.#succeededAtMs === null ? Infinity : (this.monotonicMs() - this.#succeededAtMs) / 1_000;
  }

  /** Why the worker should not be relied on; null when it can be. */
  unreadiness(): string | null {
    if (this.#succeededAtMs === null) return 'no pass has succeeded yet';
    const ageSeconds = this.successAgeSeconds();
    return ageSeconds * 1_000 <= SUCCESS_AGE_MS_MAX ? null : `the last pass succeeded ${Math.floor(ageSeconds)} s ago`;
  }
}
