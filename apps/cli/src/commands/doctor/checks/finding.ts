/** Result of a check. `warn` does not affect the exit code. */
type FindingState = 'ok' | 'warn' | 'fail';

/** Finding of one check. */
export interface Finding {
  /** Stable name of the check, such as `clock`. */
  readonly check: string;
  readonly state: FindingState;
  readonly message: string;
  /** Action that fixes the problem; null for none. */
  readonly advice: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, advice: null });

export const warn = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'warn',
  message,
  advice,
});

export const fail = (check: string, message: string, advice: string): Finding => ({
  check,
  state: 'fail',
  message,
  advice,
});
