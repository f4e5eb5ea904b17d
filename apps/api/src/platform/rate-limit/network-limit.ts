import { type BucketTerms, clientNetwork } from '@droptrack/resilience';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from './key-limit';
import type { MemoryBuckets } from './memory-buckets';

const WINDOW_SECONDS = 60;

/** Limits requests without a key by client network. Loopback addresses are exempt. Each instance counts by itself. */
export class NetworkLimit {
  readonly #terms: BucketTerms;

  /** @param perMinute - burst of a network, and the requests that are added per minute. */
  constructor(
    private readonly buckets: Pick<MemoryBuckets, 'take'>,
    perMinute: number,
  ) {
    this.#terms = { capacity: perMinute, refill: perMinute, windowSeconds: WINDOW_SECONDS };
  }

  /**
   * Counts one request.
   *
   * @throws {DomainError} `rate_limited` when the network has used up its requests.
   */
  count(address: string): void {
    const network = clientNetwork(address);
    if (network === null) return;
    const { isAdmitted, parts } = this.buckets.take(network, this.#terms, 1);
    if (!isAdmitted) throw networkLimitExceeded(this.#terms, parts);
  }
}

/** The rejection of a network whose bucket is empty. */
export const networkLimitExceeded = ({ capacity, ...terms }: BucketTerms, parts: number) =>
  rateLimited(
    `The limit of ${capacity} requests without a key in ${terms.windowSeconds} s is exceeded`,
    { capacity, ...terms },
    parts,
  );

/** Counts the requests of a public route by client network, after the route is known and before its input is read. */
@Injectable()
export class NetworkLimitGuard implements CanActivate {
  constructor(private readonly limit: NetworkLimit) {}

  /** @throws {DomainError} `rate_limited`, with `Retry-After`. */
  canActivate(context: ExecutionContext): true {
    this.limit.count(context.getArgByIndex<FastifyRequest>(0).ip);
    return true;
  }
}
