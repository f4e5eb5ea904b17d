/** The end of one request: its own time-out, or the end of the poll that it is part of. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Of the request alone. */
  readonly timeoutMs: number;
  /** Which of the two came first; null before either. */
  readonly passed: 'time_out' | 'poll_end' | null;
  /** Lets go of the timer and of the poll. */
  clear(): void;
}

/** Starts now. By hand rather than by `AbortSignal.any`, whose timers cannot be ended before their time. */
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
