/** Window in which ends of processes count, in milliseconds. */
const WINDOW_MS = 60_000;
const DELAY_MS = { first: 100, max: 10_000 } as const;

/**
 * Delays between the unexpected end of a process and the start of the next one: none for the first end of a minute, then
 * 0.1 s, doubled with each further end, up to 10 s.
 */
export class RestartDelay {
  #endedAtMs: number[] = [];

  /** @param monotonicMs - a clock that never steps back, milliseconds. */
  constructor(private readonly monotonicMs: () => number) {}

  /** Counts an end. @returns the delay of the next start, in milliseconds. */
  afterEnd(): number {
    const nowMs = this.monotonicMs();
    const before = this.#endedAtMs.filter((atMs) => nowMs - atMs < WINDOW_MS);
    this.#endedAtMs = [...before, nowMs];
    return before.length === 0 ? 0 : Math.min(DELAY_MS.first * 2 ** (before.length - 1), DELAY_MS.max);
  }
}
