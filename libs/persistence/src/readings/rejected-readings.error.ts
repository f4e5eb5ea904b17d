/** Violation in one line of the input. */
export interface ReadingViolation {
  readonly line: number;
  readonly message: string;
}

const VIOLATIONS_KEPT = 100;

/** Collects violations while the input is read: their number, and the first hundred by line. */
export class ReadingViolations {
  readonly #kept: ReadingViolation[] = [];
  #total = 0;

  /** @param total - number of violations that these stand for, where only the first are given. */
  add(violations: readonly ReadingViolation[], total: number = violations.length): void {
    this.#total += total;
    this.#kept.push(...violations);
    if (this.#kept.length > 2 * VIOLATIONS_KEPT) this.#truncate();
  }

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  /** @throws {ReadingsRejectedError} when there is any. */
  throwIfAny(): void {
    if (this.#total === 0) return;
    this.#truncate();
    throw new ReadingsRejectedError([...this.#kept], this.#total);
  }

  #truncate(): void {
    this.#kept.sort((a, b) => a.line - b.line).splice(VIOLATIONS_KEPT);
  }
}

/** Readings with violations; none of the input was stored. */
export class ReadingsRejectedError extends Error {
  override readonly name = 'ReadingsRejectedError';
  constructor(
    /** The first hundred, by line. */
    readonly violations: readonly ReadingViolation[],
    readonly total: number,
  ) {
    super(`${total} of the readings were rejected: line ${violations[0]?.line ?? 0}: ${violations[0]?.message ?? ''}`);
  }
}
