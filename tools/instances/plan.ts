/** How much and how long is checked. */
export interface Plan {
  /** FREE_PLAN_DELAY_SECONDS of every instance. */
  readonly freeDelaySeconds: number;
  readonly drops: number;
  readonly limits: {
    /** Requests beyond what a bucket holds. */
    readonly beyond: number;
    /** How long the slower, longer load lasts. */
    readonly dripMs: number;
    /** The limit of the key that has one of its own. */
    readonly ownLimit: number;
    /** While Redis is away: whether the plan scale is checked too, which takes three times its 10 000. */
    readonly scaleWhileAway: boolean;
  };
  readonly restart: { readonly perSecond: number };
  readonly badKeys: {
    /** Of each kind. */
    readonly perSecond: number;
    readonly durationMs: number;
    /** Memory counts from then on. */
    readonly settleMs: number;
    readonly growthMbMax: number;
  };
  /** How late things may be, milliseconds. */
  readonly lateMs: {
    /** What changes for the plan pro, keys that change, and counting together once Redis is back. */
    readonly live: number;
    /** What changes for the plan free, behind its delay. */
    readonly free: number;
    /** 99 of 100 answers to a good key amid bad ones. */
    readonly good: number;
  };
  /** The whole run is given up after this long. */
  readonly patienceMs: number;
}

/** What is promised, at full length: some two minutes. */
export const FULL: Plan = {
  freeDelaySeconds: 60,
  drops: 100,
  limits: { beyond: 2_000, dripMs: 10_000, ownLimit: 20_000, scaleWhileAway: true },
  restart: { perSecond: 300 },
  badKeys: { perSecond: 10_000, durationMs: 20_000, settleMs: 5_000, growthMbMax: 30 },
  lateMs: { live: 1_000, free: 1_000, good: 1_000 },
  patienceMs: 10 * 60_000,
};

/**
 * The same in short. Memory is still finding its level in so short a time; and it runs on machines in demand, where a
 * process may stand still for seconds: late is what is far behind, not what misses the promise.
 */
export const SMOKE: Plan = {
  freeDelaySeconds: 3,
  drops: 20,
  limits: { beyond: 1_000, dripMs: 2_000, ownLimit: 11_000, scaleWhileAway: false },
  restart: { perSecond: 200 },
  badKeys: { perSecond: 10_000, durationMs: 2_000, settleMs: 500, growthMbMax: 100 },
  lateMs: { live: 15_000, free: 15_000, good: 15_000 },
  patienceMs: 20 * 60_000,
};
