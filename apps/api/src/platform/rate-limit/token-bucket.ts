import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { DomainError } from '../errors/domain-error';

/**
 * Capacity and refill rate of a bucket. All members are positive integers, and capacity times window is at most
 * 9 000 000 000, so that every count stays within the integers that a double represents exactly.
 */
export interface BucketTerms {
  /** Largest burst, in requests. */
  readonly capacity: number;
  /** Tokens added per window, evenly over it. */
  readonly refill: number;
  readonly windowSeconds: number;
}

/**
 * Level of a bucket at an instant. It is counted in parts of a token: a token has as many parts as its window has
 * microseconds, so every microsecond adds an integer number of parts and nothing is ever rounded.
 */
export interface Bucket {
  /** Level in parts; `windowSeconds` times 1 000 000 of them are a token. */
  readonly parts: number;
  /** Microseconds by any one clock. */
  readonly atUs: number;
}

/** Outcome of a request for tokens. */
export interface Taken {
  readonly isAdmitted: boolean;
  /** Level afterwards, in parts. */
  readonly parts: number;
}

/** Store of buckets by name. */
export interface Buckets {
  /**
   * Takes tokens from a bucket, all of them or none. Returns a promise only if the store has to wait.
   *
   * @param name - name of the bucket, such as the id of a key.
   * @param tokens - a positive integer.
   */
  take(name: string, terms: BucketTerms, tokens: number): Taken | Promise<Taken>;
}

const US_PER_SECOND = 1_000_000;

/** Parts of one token. */
export const partsPerToken = ({ windowSeconds }: BucketTerms): number => windowSeconds * US_PER_SECOND;

/** Parts of a full bucket. */
export const partsWhenFull = (terms: BucketTerms): number => terms.capacity * partsPerToken(terms);

/**
 * Level of a bucket at a later instant. A clock that stands still or was set back adds nothing, and counting continues
 * from its present time.
 *
 * @param bucket - null for a bucket that was never used: it is full.
 */
export function refilled(bucket: Bucket | null, terms: BucketTerms, nowUs: number): Bucket {
  const full = partsWhenFull(terms);
  if (bucket === null) return { parts: full, atUs: nowUs };
  // Bounded by the time that fills the bucket: larger products would exceed exact integers.
  const elapsedUs = Math.min(Math.max(nowUs - bucket.atUs, 0), Math.ceil(full / terms.refill));
  return { parts: Math.min(bucket.parts + elapsedUs * terms.refill, full), atUs: nowUs };
}

/** Takes tokens out of a bucket, all of them or none; null if it holds fewer. A rejection costs nothing. */
export function draw(bucket: Bucket, terms: BucketTerms, tokens: number): Bucket | null {
  const parts = bucket.parts - tokens * partsPerToken(terms);
  return parts < 0 ? null : { parts, atUs: bucket.atUs };
}

/** Whole tokens in a number of parts. */
export const wholeTokens = (parts: number, terms: BucketTerms): number => Math.floor(parts / partsPerToken(terms));

/** Whole seconds, rounded up, until a bucket holds a number of tokens; 0 if it does. */
export function secondsUntil(tokens: number, parts: number, terms: BucketTerms): number {
  const missing = Math.max(0, tokens * partsPerToken(terms) - parts);
  return Math.ceil(missing / (terms.refill * US_PER_SECOND));
}

/** Whole seconds, rounded up, until the next whole token is added; 0 if the bucket is full. */
export function secondsToNextToken(parts: number, terms: BucketTerms): number {
  return parts >= partsWhenFull(terms) ? 0 : secondsUntil(wholeTokens(parts, terms) + 1, parts, terms);
}

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
  return new DomainError('rate_limited', `${detail}; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** The rejection by the bucket of a key, for a request that costs a number of tokens. */
export function limitExceeded(terms: BucketTerms, parts: number, tokens = 1): DomainError {
  const limit = `The limit of ${terms.capacity} requests in ${terms.windowSeconds} s`;
  const detail =
    tokens === 1 ? `${limit} is exceeded` : `${limit} does not leave the ${tokens} tokens that this request consumes`;
  return rateLimited(detail, terms, parts, tokens);
}
