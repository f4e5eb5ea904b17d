import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestKey } from '../auth/key.guard';
import { BucketStorage } from './bucket-storage';
import { limitExceeded, limitOf, rateLimitState } from './key-limit';

/** Tokens of responses whose cost is known only after a look-up. The guard has taken the first token of their request. */
@Injectable()
export class RowCost {
  constructor(private readonly buckets: BucketStorage) {}

  /**
   * Takes the tokens that a request costs beyond its first, all of them or none, and updates the headers of the limit.
   *
   * @param tokens - cost of the request as a whole, a positive integer.
   * @throws {DomainError} `rate_limited` `cost_above_limit`
   */
  async take(request: FastifyRequest, reply: FastifyReply, tokens: number): Promise<void> {
    if (tokens <= 1) return;
    const key = requestKey(request);
    const { terms } = limitOf(key);
    const { isAdmitted, parts } = await this.buckets.take(key.id, terms, tokens - 1);
    reply.header('ratelimit', rateLimitState(key.plan, terms, parts));
    if (!isAdmitted) throw limitExceeded(terms, parts, tokens);
    request.partsLeft = parts;
    request.hasTakenToken = false;
  }
}
