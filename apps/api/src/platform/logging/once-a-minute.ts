/** Shortest time between two reports of a problem, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * Limits a report to one per minute, for problems that can occur several times a second.
 *
 * @param monotonicMs - a clock that never steps back, milliseconds.
 */
export function onceAMinute<Args extends readonly unknown[]>(
  monotonicMs: () => number,
  report: (...args: Args) => void,
): (...args: Args) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (monotonicMs() - reportedAtMs < SILENCE_MS) return;
    reportedAtMs = monotonicMs();
    report(...args);
  };
}
