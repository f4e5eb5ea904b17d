import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitUsedUp, rateHeaders } from './rate-headers';
import type { BucketTerms, Taken } from './token-bucket';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request's bucket holds after it, in parts; set on every route that takes from one. */
    partsLeft?: number;
  }
}

/**
 * Says on the answer what the limit is and what is left of it, and lets the request pass or not.
 *
 * @param name - of the limit.
 * @param tokens - how many it asked for.
 * @throws {DomainError} `rate_limited`, with `Retry-After`.
 */
export function settle(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  terms: BucketTerms,
  { isAdmitted, parts }: Taken,
  tokens = 1,
): true {
  const { policy, state } = rateHeaders(name, terms, parts);
  reply.header('ratelimit-policy', policy).header('ratelimit', state);
  if (!isAdmitted) throw limitUsedUp(terms, parts, tokens);
  request.partsLeft = parts;
  return true;
}

/** What the bucket of a request's key holds, the request itself taken off. */
export function partsLeftOf({ partsLeft }: FastifyRequest): number {
  if (partsLeft === undefined) throw new Error('partsLeftOf() on a route that takes no token');
  return partsLeft;
}
