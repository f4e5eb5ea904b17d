/** Sizes and durations of all checks. */
export interface Plan {
  /** FREE_PLAN_DELAY_SECONDS of every instance. */
  readonly freeDelaySeconds: number;
  readonly drops: number;
  readonly limits: {
    /** Requests beyond the capacity of a bucket. */
    readonly beyond: number;
    /** Duration of the slower, longer load. */
    readonly dripMs: number;
    /** The limit of the key that has one of its own. */
    readonly ownLimit: number;
    /** True to check the plan scale while Redis is away, with three times its 10 000 requests. */
    readonly scaleWhileAway: boolean;
  };
  readonly restart: { readonly perSecond: number };
  readonly badKeys: {
    /** Of each kind. */
    readonly perSecond: number;
    readonly durationMs: number;
    /** Memory counts from this time on. */
    readonly warmUpMs: number;
    readonly growthMbMax: number;
  };
  /** Maximum delays, milliseconds. */
  readonly lateMs: {
    /** Of changes for the plan pro, of changes of keys, and of counting together once Redis is back. */
    readonly live: number;
    /** Of changes for the plan free, beyond its own delay. */
    readonly free: number;
    /** 99th percentile of requests with a valid key during the flood. */
    readonly good: number;
  };
  /** The whole run is aborted after this time. */
  readonly timeoutMs: number;
}

/** The guarantees at full length; some two minutes. */
export const FULL: Plan = {
  freeDelaySeconds: 60,
  drops: 100,
  limits: { beyond: 2_000, dripMs: 10_000, ownLimit: 20_000, scaleWhileAway: true },
  restart: { perSecond: 300 },
  badKeys: { perSecond: 10_000, durationMs: 20_000, warmUpMs: 5_000, growthMbMax: 30 },
  lateMs: { live: 1_000, free: 1_000, good: 1_000 },
  timeoutMs: 10 * 60_000,
};

/**
 * The same in short. Memory has not levelled off in so short a time, and on a busy machine a process may stand still for
 * seconds: these bounds find only large delays.
 */
export const SMOKE: Plan = {
  freeDelaySeconds: 3,
  drops: 20,
  limits: { beyond: 1_000, dripMs: 2_000, ownLimit: 11_000, scaleWhileAway: false },
  restart: { perSecond: 200 },
  badKeys: { perSecond: 10_000, durationMs: 2_000, warmUpMs: 500, growthMbMax: 100 },
  lateMs: { live: 15_000, free: 15_000, good: 15_000 },
  timeoutMs: 20 * 60_000,
};
