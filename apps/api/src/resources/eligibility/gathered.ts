import { UnavailableError } from '../../platform/errors/domain-error';

/** How much is asked at once. */
export interface GatheringTerms {
  /** Questions of one round trip. */
  readonly questionsMax: number;
  /** Round trips under way: while one is slow the others go on. */
  readonly tripsMax: number;
  /** Questions that wait or are under way; more are refused. */
  readonly heldMax: number;
  /** Questions that waited longer than this are given up: whoever asked has been told so already, milliseconds. */
  readonly waitMsMax: number;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly sinceMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks many questions in one round trip: those that come within one turn of the event loop, or while as many round
 * trips as may be are under way. Each gets its own answer; a round trip that fails fails for those that were in it.
 */
export class Gathered<Question, Answer> {
  #waiting: Waiting<Question, Answer>[] = [];
  #trips = 0;
  #underWay = 0;
  #isDue = false;

  /**
   * @param trip - answers questions, in their order.
   * @param monotonicMs - a clock that never steps back.
   */
  constructor(
    private readonly trip: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly terms: GatheringTerms,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** @throws {UnavailableError} when too many wait, or it waited for too long; and what the round trip threw. */
  ask(question: Question): Promise<Answer> {
    if (this.#waiting.length + this.#underWay >= this.terms.heldMax) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, sinceMs: this.monotonicMs(), resolve, reject });
      this.#soon();
    });
  }

  /** After all that has come in with this turn. */
  #soon(): void {
    if (this.#isDue || this.#trips >= this.terms.tripsMax) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#trips < this.terms.tripsMax) {
      const together = this.#next();
      if (together.length === 0) return;
      this.#trips += 1;
      this.#underWay += together.length;
      void this.#ask(together).finally(() => {
        this.#trips -= 1;
        this.#underWay -= together.length;
        this.#soon();
      });
    }
  }

  #next(): Waiting<Question, Answer>[] {
    const sinceMs = this.monotonicMs() - this.terms.waitMsMax;
    // They wait in the order in which they came.
    const late = this.#waiting.findIndex((each) => each.sinceMs >= sinceMs);
    for (const { reject } of this.#waiting.splice(0, late < 0 ? this.#waiting.length : late)) reject(tooMany());
    return this.#waiting.splice(0, this.terms.questionsMax);
  }

  async #ask(together: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.trip(together.map(({ question }) => question));
      if (answers.length !== together.length) throw new Error('A round trip gave another number of answers');
      together.forEach(({ resolve }, place) => resolve(answers[place] as Answer)); // As many as questions.
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}

const tooMany = (): UnavailableError => new UnavailableError('Too many concurrent lookups');
