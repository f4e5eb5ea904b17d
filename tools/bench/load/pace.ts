/** When the requests of an open load are due: at even distances, whatever becomes of those before. */
export class Pace {
  /** Requests in all. */
  readonly total: number;

  constructor(
    private readonly perSecond: number,
    durationMs: number,
  ) {
    this.total = Math.max(1, Math.floor((perSecond * durationMs) / 1_000));
  }

  /** Milliseconds from the beginning until the request with this number, the first being 0. */
  dueAtMs(number: number): number {
    return (1_000 * number) / this.perSecond;
  }

  /** Whether there is a request with this number, and it is time for it. */
  isDue(number: number, elapsedMs: number): boolean {
    return number < this.total && this.dueAtMs(number) <= elapsedMs;
  }

  /** How long an answer took that came after so many milliseconds from the beginning. */
  latencyMs(number: number, elapsedMs: number): number {
    return elapsedMs - this.dueAtMs(number);
  }
}
