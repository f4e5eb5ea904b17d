/**
 * How much a bucket holds and how fast it fills. All three are positive integers, and capacity times
 * window is at most 9 000 000 000: what is counted stays within the whole numbers of a double.
 */
export interface BucketTerms {
  /** Requests at once. */
  readonly capacity: number;
  /** Tokens that a window brings, evenly over it. */
  readonly refill: number;
  readonly windowSeconds: number;
}

/**
 * What a bucket held at an instant.
 *
 * Counted in parts of a token so small that every microsecond brings a whole number of them: a
 * window has as many as it has microseconds, so that nothing is ever rounded.
 */
export interface Bucket {
  /** Parts; `windowSeconds` times 1 000 000 of them are a token. */
  readonly parts: number;
  /** Microseconds, by whichever clock is used throughout. */
  readonly atUs: number;
}

/** What became of a request for tokens. */
export interface Taken {
  readonly isAdmitted: boolean;
  /** What is left, in parts. */
  readonly parts: number;
}

const US_PER_SECOND = 1_000_000;

/** Parts of one token. */
export const partsPerToken = ({ windowSeconds }: BucketTerms): number => windowSeconds * US_PER_SECOND;

/** Parts of a full bucket. */
export const partsWhenFull = (terms: BucketTerms): number => terms.capacity * partsPerToken(terms);

/**
 * What a bucket holds at an instant: what it held, and what has come in since. A clock that stands
 * still or was set back brings nothing, and counts on from where it now is.
 *
 * @param bucket - null for one that was never drawn from: it is full.
 */
export function refilled(bucket: Bucket | null, terms: BucketTerms, nowUs: number): Bucket {
  const full = partsWhenFull(terms);
  if (bucket === null) return { parts: full, atUs: nowUs };
  // More time than fills it would only make large numbers.
  const elapsedUs = Math.min(Math.max(nowUs - bucket.atUs, 0), Math.ceil(full / terms.refill));
  return { parts: Math.min(bucket.parts + elapsedUs * terms.refill, full), atUs: nowUs };
}

/** Takes tokens out of a bucket, all of them or none: a refusal costs nothing. */
export function draw(bucket: Bucket, terms: BucketTerms, tokens: number): Bucket | null {
  const parts = bucket.parts - tokens * partsPerToken(terms);
  return parts < 0 ? null : { parts, atUs: bucket.atUs };
}

/** Whole tokens in so many parts. */
export const wholeTokens = (parts: number, terms: BucketTerms): number => Math.floor(parts / partsPerToken(terms));

/** Whole seconds, rounded up, until a bucket holds so many tokens; 0 when it does. */
export function secondsUntil(tokens: number, parts: number, terms: BucketTerms): number {
  const missing = Math.max(0, tokens * partsPerToken(terms) - parts);
  return Math.ceil(missing / (terms.refill * US_PER_SECOND));
}

/** Whole seconds, rounded up, until one more whole token is there; 0 when the bucket is full. */
export function secondsToNextToken(parts: number, terms: BucketTerms): number {
  return parts >= partsWhenFull(terms) ? 0 : secondsUntil(wholeTokens(parts, terms) + 1, parts, terms);
}
