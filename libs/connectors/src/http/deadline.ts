/** Deadline of one request: its own timeout, or the end of its poll. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Timeout of the request alone. */
  readonly timeoutMs: number;
  /** The first of the two to pass; null before either. */
  readonly passed: 'time_out' | 'poll_end' | null;
  /** Removes the timer and the listener. */
  clear(): void;
}

/** Starts a deadline. Not with `AbortSignal.timeout`, whose timer cannot be cleared. */
export function startDeadline(pollEnd: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let passed: Deadline['passed'] = null;
  const pass = (by: 'time_out' | 'poll_end') => {
    passed ??= by;
    controller.abort();
  };
  const endWithPoll = () => pass('poll_end');
  const timer = setTimeout(() => pass('time_out'), timeoutMs);
  pollEnd.addEventListener('abort', endWithPoll, { once: true });
  if (pollEnd.aborted) endWithPoll();
  return {
    signal: controller.signal,
    timeoutMs,
    get passed() {
      return passed;
    },
    clear: () => {
      clearTimeout(timer);
      pollEnd.removeEventListener('abort', endWithPoll);
    },
  };
}
