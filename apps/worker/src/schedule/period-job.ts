import type { Job } from './job';

/** Which period an instant lies in; periods of one kind are numbered in their order. */
export type PeriodOf = (nowMs: number) => number;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Begins with each full minute. */
export const minuteOf: PeriodOf = (nowMs) => Math.floor(nowMs / MINUTE_MS);

/** Begins anew with each full hour, UTC. */
export const hourOf: PeriodOf = (nowMs) => Math.floor(nowMs / HOUR_MS);

/** Begins anew once a day, so long after midnight, UTC. */
export const dayFrom =
  (afterMidnightMs: number): PeriodOf =>
  (nowMs) =>
    Math.floor((nowMs - afterMidnightMs) / DAY_MS);

/**
 * Work that is done once in each period, whenever the period was first seen, and again until it
 * succeeds. Periods that passed unseen are not made up for: the work looks at what is there.
 */
export class PeriodJob implements Job {
  #done: number | null = null;

  constructor(
    readonly name: string,
    private readonly periodOf: PeriodOf,
    private readonly work: (nowMs: number) => Promise<void>,
  ) {}

  isDue(nowMs: number): boolean {
    return this.periodOf(nowMs) !== this.#done;
  }

  async run(nowMs: number): Promise<boolean> {
    await this.work(nowMs);
    this.#done = this.periodOf(nowMs);
    return false;
  }
}
