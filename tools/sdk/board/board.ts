import { availableParallelism } from 'node:os';

/** A check that found something wrong; its message is for a person. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** A check that cannot be made on this machine. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped';
}

/** How a check ended. */
export interface Outcome {
  readonly what: string;
  readonly state: 'ok' | 'FAILED' | 'skipped';
  readonly seconds: number;
  /** What was found, why it failed or why it was skipped; may have several lines. */
  readonly detail: string;
}

/** Checks under way, as many at a time as there are processors, and how each ended. */
export class Board {
  /** In the order in which they were asked for; null: under way. */
  readonly #outcomes: (Outcome | null)[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param tell - gets a line when a check ends, for people. */
  constructor(
    private readonly tell: (line: string) => void,
    atOnce: number = availableParallelism(),
  ) {
    this.#free = atOnce;
  }

  /** Of those that ended. */
  get outcomes(): readonly Outcome[] {
    return this.#outcomes.filter((outcome) => outcome !== null);
  }

  /** Whether something was checked, all of it ended, and nothing failed. */
  get isWell(): boolean {
    return this.#outcomes.length > 0 && this.#outcomes.every((outcome) => (outcome?.state ?? 'FAILED') !== 'FAILED');
  }

  /**
   * Makes a check once there is a processor for it. Whatever it throws is noted, not thrown.
   *
   * @param work - gives what it found, in a few words.
   */
  async check(what: string, work: () => Promise<string>): Promise<void> {
    const place = this.#outcomes.push(null) - 1;
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    const began = performance.now();
    const [state, detail] = await outcomeOf(work);
    const seconds = (performance.now() - began) / 1_000;
    this.#outcomes[place] = { what, state, seconds, detail };
    this.tell(line({ what, state, seconds, detail: firstLine(detail) }));
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }

  /** All of it, those that failed last, where they are seen. */
  verdict(): string {
    const failed = this.outcomes.filter(({ state }) => state === 'FAILED');
    const others = this.outcomes.filter(({ state }) => state !== 'FAILED');
    const skipped = others.filter(({ state }) => state === 'skipped').length;
    const counts = `${others.length - skipped} ok, ${failed.length} failed, ${skipped} skipped`;
    return [...[...others, ...failed].map(line), '', counts].join('\n');
  }
}

async function outcomeOf(work: () => Promise<string>): Promise<[Outcome['state'], string]> {
  try {
    return ['ok', await work()];
  } catch (error) {
    if (error instanceof CheckSkipped) return ['skipped', error.message];
    if (error instanceof CheckFailure) return ['FAILED', error.message];
    return ['FAILED', String((error as Error).stack ?? error)];
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const line = ({ what, state, seconds, detail }: Outcome): string =>
  `${state.padEnd(7)}  ${what.padEnd(34)}  ${seconds.toFixed(1).padStart(5)} s  ${detail.replace(/\n/g, '\n         ')}`;
