import { DomainError } from '../errors/domain-error';
import { type BucketTerms, secondsToNextToken, secondsUntil, wholeTokens } from './token-bucket';

/** What a bucket says of itself on an answer. */
export interface RateHeaders {
  /** The limit: requests and seconds of its window. */
  readonly policy: string;
  /** What is left: whole requests, and seconds to the next. */
  readonly state: string;
}

/**
 * The fields about a limit, as structured fields of the IETF draft "RateLimit header fields for HTTP".
 *
 * @param name - of the limit: the plan's.
 * @param parts - left in the bucket.
 */
export function rateHeaders(name: string, terms: BucketTerms, parts: number): RateHeaders {
  const left = wholeTokens(parts, terms);
  return {
    policy: `"${name}";q=${terms.capacity};w=${terms.windowSeconds}`,
    state: `"${name}";r=${left};t=${secondsToNextToken(parts, terms)}`,
  };
}

/** The refusal by a bucket that holds fewer tokens than asked for, with when it will hold them. */
export function rateLimited(detail: string, terms: BucketTerms, parts: number, tokens = 1): DomainError {
  const seconds = Math.max(1, secondsUntil(tokens, parts, terms));
  return new DomainError('rate_limited', `${detail}; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** The refusal by the bucket of a key, of a request that costs so many tokens. */
export function limitUsedUp(terms: BucketTerms, parts: number, tokens = 1): DomainError {
  const limit = `The limit of ${terms.capacity} requests in ${terms.windowSeconds} s`;
  const detail =
    tokens === 1 ? `${limit} is exceeded` : `${limit} does not leave the ${tokens} tokens that this request consumes`;
  return rateLimited(detail, terms, parts, tokens);
}
