/** What a delivery is doing. */
export type Step = 'queue' | 'connect' | 'answer' | 'body';

/** The time of a delivery was over. */
export class LateError extends Error {
  override readonly name = 'LateError';
  constructor(readonly step: Step) {
    super(`late at ${step}`);
  }
}

/** The end of one delivery, whatever it is doing by then. Starts now; must be cleared. */
export class Deadline {
  /** What is said to have taken too long. */
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

  /** Called once the time is over, instead of what was to be called so far; null for nothing. At once when it is over. */
  set onPassed(end: (() => void) | null) {
    this.#end = end;
    if (this.#hasPassed) end?.();
  }

  /** For who is called because of it. */
  late(): LateError {
    return new LateError(this.step);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#end = null;
  }
}
