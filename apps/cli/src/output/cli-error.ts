/** Exit codes: done, failed with a reported reason, or wrong usage. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Error code of an invalid argument. Its exit code is {@link EXIT}.usage. */
export const INVALID_ARGUMENT = 'invalid_argument';

/** A failure that the operator can act on: printed as a sentence, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** Action that fixes it, one line; null if the message names it. */
  readonly hint: string | null;
  /** Additional members of the error in `--json`. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(
    /** Stable code for programs, such as `already_running`. */
    readonly code: string,
    message: string,
    more: {
      readonly hint?: string;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.hint = more.hint ?? null;
    this.details = more.details ?? {};
  }
}
