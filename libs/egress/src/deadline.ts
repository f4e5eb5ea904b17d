/** Steps of a delivery. */
export type Step = 'queue' | 'connect' | 'answer' | 'body';

/** Timeout of a delivery. */
export class LateError extends Error {
  override readonly name = 'LateError';
  constructor(readonly step: Step) {
    super(`late at ${step}`);
  }
}

/** Deadline of one delivery over all its steps. Starts at once; must be cleared. */
export class Deadline {
  /** Current step, which the error names. */
  step: Step = 'queue';
  #end: (() => void) | null = null;
  #hasPassed = false;
  readonly #timer: NodeJS.Timeout;

  /** @param afterMs - milliseconds from now. */
  constructor(afterMs: number) {
    this.#timer = setTimeout(() => {
      this.#hasPassed = true;
      this.#end?.();
    }, afterMs);
  }

  /** Callback at the deadline, replacing the former one; null for none. Called at once if the deadline has passed. */
  set onPassed(end: (() => void) | null) {
    this.#end = end;
    if (this.#hasPassed) end?.();
  }

  /** Error for the current step. */
  late(): LateError {
    return new LateError(this.step);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#end = null;
  }
}
