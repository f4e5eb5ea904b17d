/** How a command ends: done, failed for a reason that was said, or called in a way that cannot be meant. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Code of a failure that is the caller's: a value that cannot be meant. Ends with {@link EXIT}.usage. */
export const INVALID_ARGUMENT = 'invalid_argument';

/** A failure that the operator can act on: shown as a sentence, never with a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** What to do about it, one line; null when the message says it. */
  readonly hint: string | null;
  /** Members for programs, beside `code` and `message` in `--json`. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(
    /** For programs: `already_running`. Stays when the message changes. */
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
