/** Requests that a source may still be asked, as all workers share them. */
export interface Budget {
  /** Below 0 after a poll that took more than was held for it. */
  readonly left: number;
  /** When so many were left, milliseconds since the epoch. */
  readonly atMs: number;
  readonly perMinute: number;
  readonly burst: number;
}

const MINUTE_MS = 60_000;

/** What is left of a budget at an instant; a clock that was set back adds nothing. */
export function leftAt({ left, atMs, perMinute, burst }: Budget, nowMs: number): number {
  return Math.min(burst, left + (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute);
}
