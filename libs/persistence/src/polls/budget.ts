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
/** Workers differ by less in what the database's clock says; what is further ahead was written by one that was wrong. */
const AHEAD_MS_MAX = 1_000;

/** Whether it was written by a clock that had jumped ahead: then nobody knows what is left, and it counts as full. */
export const isAhead = ({ atMs }: Pick<Budget, 'atMs'>, nowMs: number): boolean => atMs - nowMs > AHEAD_MS_MAX;

/** What is left of a budget at an instant; a clock that is a little behind adds nothing. */
export function leftAt(budget: Budget, nowMs: number): number {
  const { left, atMs, perMinute, burst } = budget;
  if (isAhead(budget, nowMs)) return burst;
  return Math.min(burst, left + (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute);
}
