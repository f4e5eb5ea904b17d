import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from '../../bench/load/pace';

export interface PacedLoad {
  readonly perSecond: number;
  readonly durationMs: number;
  /** Requests under way at most; those that fall due meanwhile wait, and are left out once time is over. */
  readonly atOnce: number;
}

/** Between two looks at the clock while nothing comes in. */
const TICK_MS = 1;

/**
 * Asks at even distances, for so long.
 *
 * @param ask - gets the number of the request, the first being 0; what it throws ends the load.
 * @returns how many were asked.
 */
export async function askPaced(load: PacedLoad, ask: (number: number) => Promise<void>): Promise<number> {
  const run = new PacedRun(load, ask);
  await run.finish();
  return run.asked;
}

class PacedRun {
  asked = 0;
  readonly #pace: Pace;
  readonly #beganMs = performance.now();
  #underWay = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly load: PacedLoad,
    private readonly ask: (number: number) => Promise<void>,
  ) {
    this.#pace = new Pace(load.perSecond, load.durationMs);
  }

  async finish(): Promise<void> {
    while (!this.#isOver() || this.#underWay > 0) {
      this.#askDue();
      await sleep(TICK_MS);
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  #askDue(): void {
    while (!this.#isOver() && this.#underWay < this.load.atOnce && this.#pace.isDue(this.asked, this.#elapsedMs())) {
      this.#underWay += 1;
      this.ask(this.asked++)
        .catch((error: unknown) => (this.#failure ??= { error }))
        .finally(() => {
          this.#underWay -= 1;
          this.#askDue();
        });
    }
  }

  #isOver(): boolean {
    return this.#failure !== null || this.asked >= this.#pace.total || this.#elapsedMs() > this.load.durationMs;
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }
}
