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
