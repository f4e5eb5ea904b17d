/** Shortest time between two lines about one trouble, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * Reports a trouble that may come several times a second at most once a minute.
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
