import type { Job } from './scheduler';

/** Number of the period of an instant. */
type PeriodOf = (nowMs: number) => number;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Starts with each multiple of a duration since the epoch, in milliseconds. */
export const every =
  (periodMs: number): PeriodOf =>
  (nowMs) =>
    Math.floor(nowMs / periodMs);

/** Starts with each full minute. */
export const minuteOf = every(MINUTE_MS);

/** Starts with each full hour, UTC. */
export const hourOf = every(HOUR_MS);

/** Starts once a day, at a time after midnight UTC. */
export const dayFrom =
  (afterMidnightMs: number): PeriodOf =>
  (nowMs) =>
    Math.floor((nowMs - afterMidnightMs) / DAY_MS);

/**
 * Work that runs once per period, and again until it succeeds. Missed periods are skipped, because the work depends on the
 * current state only.
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
