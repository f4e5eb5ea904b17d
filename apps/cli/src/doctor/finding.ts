/** How a check came out. `warn` is worth knowing and stops nothing. */
export type FindingState = 'ok' | 'warn' | 'fail';

/** What one check found. */
export interface Finding {
  /** For programs as well: `clock`. */
  readonly check: string;
  readonly state: FindingState;
  readonly message: string;
  /** What to do about it; null where nothing is to be done. */
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
