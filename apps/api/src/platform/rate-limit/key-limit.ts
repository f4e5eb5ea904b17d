import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import type { BucketTerms } from './token-bucket';

/** Seconds over which a plan's limit is counted (spec §8). */
const WINDOW_SECONDS = 60;

/** What a key may ask. */
export interface KeyLimit {
  readonly plan: Plan;
  readonly terms: BucketTerms;
}

/** What of a key decides. */
type LimitedKey = Pick<ApiKey, 'plan' | 'requestsPerMinute'>;

const limits = new WeakMap<LimitedKey, KeyLimit>();

/** The limit of a key: its own figure, or its plan's. Worked out once for each key in memory. */
export function limitOf(key: LimitedKey): KeyLimit {
  let limit = limits.get(key);
  if (limit === undefined) {
    const requests = key.requestsPerMinute ?? PLAN_TERMS[key.plan].requestsPerMinute;
    limit = { plan: key.plan, terms: { capacity: requests, refill: requests, windowSeconds: WINDOW_SECONDS } };
    limits.set(key, limit);
  }
  return limit;
}
