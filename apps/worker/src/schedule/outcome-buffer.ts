import { DatabaseRejectedError } from '@droptrack/persistence';

interface OutcomeBufferOptions<Outcome> {
  /**
   * Records outcomes in one transaction.
   *
   * @returns those that have to wait, for example for a lock; they stay in the buffer.
   */
  readonly record: (outcomes: readonly Outcome[]) => Promise<readonly Outcome[]>;
  /** Called with an outcome that the database rejects. @returns the outcome to record in its place; null for none. */
  readonly replace: (outcome: Outcome, error: DatabaseRejectedError) => Outcome | null;
}

interface Pending<Outcome> {
  readonly outcome: Outcome;
  readonly done: () => void;
}

/**
 * Outcomes of leased work that are recorded in batches. They are kept in order while the database is away. One that the
 * database rejects does not discard or block the others: it is replaced, and dropped if its replacement is rejected as well.
 */
export class OutcomeBuffer<Outcome> {
  /** Most outcomes of one transaction. */
  static readonly batchMax = 500;
  #pending: Pending<Outcome>[] = [];

  constructor(private readonly options: OutcomeBufferOptions<Outcome>) {}

  get size(): number {
    return this.#pending.length;
  }

  /** Outcomes that are not recorded yet. */
  get outcomes(): readonly Outcome[] {
    return this.#pending.map(({ outcome }) => outcome);
  }

  /** @returns a promise that resolves when the outcome was recorded or dropped, or has to wait. Never rejects. */
  add(outcome: Outcome): Promise<void> {
    return new Promise((done) => void this.#pending.push({ outcome, done }));
  }

  /**
   * Records up to 500 outcomes, the oldest first.
   *
   * @throws {DatabaseUnavailableError} Outcomes that are not recorded stay in the buffer.
   */
  async recordBatch(): Promise<void> {
    const batch = this.#pending.splice(0, OutcomeBuffer.batchMax);
    if (batch.length === 0) return;
    try {
      this.#keep(await this.options.record(batch.map(({ outcome }) => outcome)));
    } catch (error) {
      if (error instanceof DatabaseRejectedError) return this.#recordEach(batch);
      this.#pending.unshift(...batch);
      throw error;
    }
    batch.forEach(({ done }) => done());
  }

  async #recordEach(batch: readonly Pending<Outcome>[]): Promise<void> {
    for (const [index, { outcome, done }] of batch.entries()) {
      try {
        await this.#recordOne(outcome);
      } catch (error) {
        this.#pending.unshift(...batch.slice(index));
        throw error;
      }
      done();
    }
  }

  async #recordOne(outcome: Outcome, isReplacement = false): Promise<void> {
    try {
      this.#keep(await this.options.record([outcome]));
    } catch (error) {
      if (!(error instanceof DatabaseRejectedError)) throw error;
      const replacement = isReplacement ? null : this.options.replace(outcome, error);
      if (replacement !== null) await this.#recordOne(replacement, true);
    }
  }

  #keep(waiting: readonly Outcome[]): void {
    this.#pending.push(...waiting.map((outcome) => ({ outcome, done: () => undefined })));
  }
}
