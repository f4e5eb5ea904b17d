/** Request budget of a source, shared by all workers: a token bucket. */
export interface Budget {
  /** Below 0 after a poll that sent more requests than its lease held. */
  readonly left: number;
  /** Instant of `left`, milliseconds since the epoch. */
  readonly atMs: number;
  readonly perMinute: number;
  readonly burst: number;
}

const MINUTE_MS = 60_000;
/** Workers differ by less in their estimate of the database's clock; an instant further ahead comes from a wrong clock. */
const AHEAD_MS_MAX = 1_000;

/** True for a budget written by a fast clock: its level is unknown and counts as full. */
export const isAhead = ({ atMs }: Pick<Budget, 'atMs'>, nowMs: number): boolean => atMs - nowMs > AHEAD_MS_MAX;

/** Level of a budget at an instant; a clock that is a little behind adds nothing. */
export function leftAt(budget: Budget, nowMs: number): number {
  const { left, atMs, perMinute, burst } = budget;
  if (isAhead(budget, nowMs)) return burst;
  return Math.min(burst, left + (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute);
}
