import { DatabaseUnavailableError } from './database-error';

/** Gap between ticks of a timer from which this process counts as stalled, in milliseconds, and the interval of the ticks. */
const STALL_MS_MIN = 1_000;
const TICK_MS = 100;
/** Maximum number of attempts; fewer where this process was not stalled, so that a firewall is reported soon. */
const ATTEMPTS_MAX = { stalled: 6, responsive: 2 } as const;

/**
 * Runs work of a start that can be repeated, and repeats it after time-outs. On a busy machine a start competes with many
 * others: a process that got no processor time finds its own time limit expired before it reads the response.
 *
 * @param onRetry - called before another attempt, with the reason.
 * @throws {DatabaseUnavailableError} of the last attempt. If this process was stalled, that is the cause, and no firewall.
 */
export async function retryTimeouts<T>(
  work: () => Promise<T>,
  onRetry: (reason: string) => void = () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const stall = watchStalls();
    try {
      return await work();
    } catch (error) {
      if (!isTimeout(error)) throw error;
      const stallMs = stall.longestMs();
      const isStalled = stallMs >= STALL_MS_MIN;
      const reason = isStalled
        ? `this process got no processor time for ${(stallMs / 1_000).toFixed(1)} s`
        : 'the database did not respond in time';
      if (attempt >= ATTEMPTS_MAX[isStalled ? 'stalled' : 'responsive']) throw isStalled ? stalledError(reason) : error;
      onRetry(reason);
    } finally {
      stall.end();
    }
  }
}

/** True for a time limit of the driver; the operating system has codes of its own. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  const { code, message = '' } = (error.cause ?? {}) as { readonly code?: string; readonly message?: string };
  return code === undefined && /timeout/i.test(message);
}

const stalledError = (message: string): DatabaseUnavailableError =>
  new DatabaseUnavailableError('The database is not available', { cause: { code: 'PROCESS_STALLED', message } });

/** Measures the longest time in which this process ran no timer. */
function watchStalls() {
  let lastMs = performance.now();
  let longestMs = 0;
  const note = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(note, TICK_MS).unref();
  return { longestMs: () => (note(), longestMs), end: () => clearInterval(timer) };
}
