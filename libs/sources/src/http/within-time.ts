import { SourceError } from '../source-error';

/** Limits of one run at a source. */
export interface RunTime {
  readonly timeoutMs: number;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

/**
 * Runs work at a source within a time limit, also if the work ignores the abort.
 *
 * @param work - is given a signal that is aborted at the end of the run, so that nothing of it continues.
 * @throws {SourceError} `timeout` at the limit and when the process stops, and the errors of the work.
 */
export async function withinTime<T>(
  { timeoutMs, stopping }: RunTime,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const runEnd = new AbortController();
  // Not AbortSignal.any: the long-lived signal of the process would retain a dependent signal per run.
  const end = (): void => runEnd.abort();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, timeoutMs);
  const tooLate = new Promise<never>((_, reject) => {
    const reason = new SourceError('timeout', `the run did not end within ${timeoutMs / 1_000} s`);
    runEnd.signal.addEventListener('abort', () => reject(reason), { once: true });
  });
  try {
    if (stopping.aborted) end();
    return await Promise.race([tooLate, (async () => work(runEnd.signal))()]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    // Aborts what is still running for this run; its later errors are ignored.
    tooLate.catch(() => undefined);
    end();
  }
}
