/** Enough for receivers that answer at once. */
const LANES_MIN = 64;
/** How busy the process is is looked at so often, in milliseconds. */
export const LOOK_MS = 10;
/** Up to here the process waits for receivers: more of them may be told at a time. From there on it does not. */
const IDLE_BELOW = 0.7;
const BUSY_FROM = 0.9;

/**
 * How many young attempts are to be under way at a time: as few as keep this process busy. Each one touches memory of its
 * own again and again, so that a delivery among a thousand takes half as much time again as one among 64, and receivers that
 * answer within milliseconds are told no sooner. Those that take longer soon count no more, so that others are begun whatever
 * they do; and while the process is idle, more at a time.
 */
export class Lanes {
  #count = LANES_MIN;
  #lookedMs = -Infinity;

  /**
   * @param max - of all lanes.
   * @param utilization - what part of the time since it was last asked the process had something to do, 0 to 1.
   */
  constructor(
    private readonly max: number,
    private readonly utilization: () => number,
  ) {}

  /** For who wants to begin more than are under way. */
  count(nowMs: number): number {
    const sinceMs = nowMs - this.#lookedMs;
    if (sinceMs < LOOK_MS) return this.#count;
    const utilization = this.utilization();
    this.#lookedMs = nowMs;
    // Nobody has asked for a while: how busy it was then says nothing of now.
    if (sinceMs > 10 * LOOK_MS) this.#count = LANES_MIN;
    else if (utilization < IDLE_BELOW) this.#count = Math.min(this.max, this.#count * 2);
    else if (utilization > BUSY_FROM) this.#count = Math.max(LANES_MIN, this.#count / 2);
    return this.#count;
  }
}

/** What part of the time the event loop of this process had something to do, since it was last asked. */
export function loopUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
