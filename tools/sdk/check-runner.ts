import { availableParallelism } from 'node:os';

/** A defect that a check found; the message is for people. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** A check that cannot run on this machine. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped';
}

/** Result of a check. */
export interface Outcome {
  readonly check: string;
  readonly state: 'ok' | 'FAILED' | 'skipped';
  readonly seconds: number;
  /** Findings, or the reason of a failure or a skip; may have several lines. */
  readonly detail: string;
}

/** Runs checks, at most as many at a time as there are processors, and collects their outcomes. */
export class CheckRunner {
  /** In the order of the calls; null while the check waits or runs. */
  readonly #outcomes: (Outcome | null)[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param print - receives one line per completed check. */
  constructor(
    private readonly print: (line: string) => void,
    concurrency: number = availableParallelism(),
  ) {
    this.#free = concurrency;
  }

  /** Outcomes of the completed checks. */
  get outcomes(): readonly Outcome[] {
    return this.#outcomes.filter((outcome) => outcome !== null);
  }

  /** True when at least one check ran, all completed and none failed. */
  get isPassed(): boolean {
    return this.#outcomes.length > 0 && this.#outcomes.every((outcome) => (outcome?.state ?? 'FAILED') !== 'FAILED');
  }

  /**
   * Runs a check as soon as a processor is free. Errors become its outcome; none is thrown.
   *
   * @param work - returns its findings in a few words.
   */
  async check(check: string, work: () => Promise<string>): Promise<void> {
    const index = this.#outcomes.push(null) - 1;
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    const startedMs = performance.now();
    const [state, detail] = await outcomeOf(work);
    const seconds = (performance.now() - startedMs) / 1_000;
    this.#outcomes[index] = { check, state, seconds, detail };
    this.print(line({ check, state, seconds, detail: detail.split('\n', 1)[0] ?? '' }));
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }

  /** All outcomes, failures last, where a reader of the output sees them, and the counts. */
  summary(): string {
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

const line = ({ check, state, seconds, detail }: Outcome): string =>
  `${state.padEnd(7)}  ${check.padEnd(34)}  ${seconds.toFixed(1).padStart(5)} s  ${detail.replace(/\n/g, '\n         ')}`;
