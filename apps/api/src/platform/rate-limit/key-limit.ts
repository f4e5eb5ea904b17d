import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { type BucketTerms, secondsToNextToken, secondsUntil, wholeTokens } from '@droptrack/resilience';
import { DomainError } from '../errors/domain-error';

/** Window of the limit of a plan, in seconds. */
const PLAN_WINDOW_SECONDS = 60;

/** Rate limit of a key. */
export interface KeyLimit {
  readonly terms: BucketTerms;
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
}

/** Members of a key that decide its limit. */
type LimitedKey = Pick<ApiKey, 'plan' | 'requestsPerMinute'>;

const limits = new WeakMap<LimitedKey, KeyLimit>();

/** The limit of a key: its own, or that of its plan. Computed once per key in memory. */
export function limitOf(key: LimitedKey): KeyLimit {
  let limit = limits.get(key);
  if (limit === undefined) {
    const requests = key.requestsPerMinute ?? PLAN_TERMS[key.plan].requestsPerMinute;
    const terms = { capacity: requests, refill: requests, windowSeconds: PLAN_WINDOW_SECONDS };
    limit = { terms, policy: rateLimitPolicy(key.plan, terms) };
    limits.set(key, limit);
  }
  return limit;
}

/** Value of `RateLimit-Policy` (IETF draft "RateLimit header fields for HTTP"): limit and window in seconds. */
export const rateLimitPolicy = (name: Plan | 'route', { capacity, windowSeconds }: BucketTerms): string =>
  `"${name}";q=${capacity};w=${windowSeconds}`;

/** Value of `RateLimit`: remaining requests, and seconds until the next token. */
export const rateLimitState = (name: Plan | 'route', terms: BucketTerms, parts: number): string =>
  `"${name}";r=${wholeTokens(parts, terms)};t=${secondsToNextToken(parts, terms)}`;

/** The rejection by a bucket that holds fewer tokens than requested, with the seconds until it will hold them. */
export function rateLimited(detail: string, terms: BucketTerms, parts: number, tokens = 1): DomainError {
  const seconds = Math.max(1, secondsUntil(tokens, parts, terms));
  const message = `${detail}; try again in ${seconds} s`;
  const last = lastRejections.get(terms);
  if (last?.message === message) return last;
  const error = new DomainError('rate_limited', message, { headers: { 'retry-after': String(seconds) } });
  lastRejections.set(terms, error);
  return error;
}

/** The last rejection by each bucket: a client that does not wait causes the same one many times, whose response is prepared once. */
const lastRejections = new WeakMap<BucketTerms, DomainError>();

/**
 * The rejection by the bucket of a key, for a request that costs a number of tokens: `cost_above_limit` for a cost that
 * not even a full bucket holds, since waiting would not help.
 */
export function limitExceeded(terms: BucketTerms, parts: number, tokens = 1): DomainError {
  if (tokens > terms.capacity) {
    const held = `the limit of this key is ${terms.capacity} in ${terms.windowSeconds} s`;
    return new DomainError('cost_above_limit', `The request costs ${tokens} tokens, and ${held}; split it`);
  }
  const limit = `The limit of ${terms.capacity} requests in ${terms.windowSeconds} s`;
  const detail =
    tokens === 1 ? `${limit} is exceeded` : `${limit} does not leave the ${tokens} tokens that this request consumes`;
  return rateLimited(detail, terms, parts, tokens);
}
