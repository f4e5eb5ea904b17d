/** Something that is wrong with the input. */
export interface ReadingFault {
  readonly line: number;
  readonly message: string;
}

const FAULTS_KEPT = 100;

/** Faults as they turn up: the first hundred by line, and how many there are. */
export class ReadingFaults {
  readonly #kept: ReadingFault[] = [];
  #total = 0;

  /** @param total - how many faults these stand for, where only the first are told. */
  add(faults: readonly ReadingFault[], total: number = faults.length): void {
    this.#total += total;
    this.#kept.push(...faults);
    if (this.#kept.length > 2 * FAULTS_KEPT) this.#cut();
  }

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  /** @throws {ReadingsRefusedError} when there is any. */
  throwIfAny(): void {
    if (this.#total === 0) return;
    this.#cut();
    throw new ReadingsRefusedError([...this.#kept], this.#total);
  }

  #cut(): void {
    this.#kept.sort((a, b) => a.line - b.line).splice(FAULTS_KEPT);
  }
}

/** Readings that cannot be taken; none of the input was. */
export class ReadingsRefusedError extends Error {
  override readonly name = 'ReadingsRefusedError';
  constructor(
    /** By line, the first hundred. */
    readonly faults: readonly ReadingFault[],
    readonly total: number,
  ) {
    super(`${total} of the readings cannot be taken: line ${faults[0]?.line ?? 0}: ${faults[0]?.message ?? ''}`);
  }
}
