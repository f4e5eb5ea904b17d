import { type DeliveryOutcome, DatabaseRefusedError } from '@droptrack/persistence';

export interface SettlementDeps {
  /** Stores what came of attempts, in one transaction. */
  readonly settle: (outcomes: readonly DeliveryOutcome[]) => Promise<void>;
  /** What came of one attempt cannot be stored. */
  readonly onUnstorable: (outcome: DeliveryOutcome, error: unknown) => void;
}

/** What is stored at a time, at most. */
const OUTCOMES_MAX = 500;

/** Holds what came of attempts until it is stored. */
export class Settlement {
  #held: DeliveryOutcome[] = [];

  constructor(private readonly deps: SettlementDeps) {}

  get size(): number {
    return this.#held.length;
  }

  hold(outcome: DeliveryOutcome): void {
    this.#held.push(outcome);
  }

  /**
   * Stores some of what is held.
   *
   * @throws {DatabaseUnavailableError} what could not be stored is held as before.
   */
  async store(): Promise<void> {
    const outcomes = this.#held.splice(0, OUTCOMES_MAX);
    if (outcomes.length === 0) return;
    try {
      await this.deps.settle(outcomes);
    } catch (error) {
      if (error instanceof DatabaseRefusedError) return this.#storeEach(outcomes);
      this.#held.unshift(...outcomes);
      throw error;
    }
  }

  /** One that the database does not take must not take the others with it. */
  async #storeEach(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    for (const [index, outcome] of outcomes.entries()) {
      try {
        await this.#storeOne(outcome);
      } catch (error) {
        this.#held.unshift(...outcomes.slice(index));
        throw error;
      }
    }
  }

  async #storeOne(outcome: DeliveryOutcome): Promise<void> {
    try {
      await this.deps.settle([outcome]);
    } catch (error) {
      if (!(error instanceof DatabaseRefusedError)) throw error;
      this.deps.onUnstorable(outcome, error);
      // Without what the receiver sent. If that is not taken either, its lease ends and it is sent again.
      const { error: words } = outcome;
      await this.deps
        .settle([{ ...outcome, response: null, error: words === null ? null : 'failed' }])
        .catch((again) => {
          if (!(again instanceof DatabaseRefusedError)) throw again;
        });
    }
  }
}
