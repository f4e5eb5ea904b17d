import type { ProblemCode } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import type { Viewer } from '../../catalogue/current-view';
import { asksForDelayedView } from '../input/data-view';
import type { RoutePolicies } from '../server/route-policy';
import type { FailedKeys } from '../rate-limit/failed-keys';
import type { KeyStore } from './key-store';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request carries; set by the key guard on every route that is not public. */
    apiKey?: RequestKey;
  }
}

/** Key of a request, with the view that the request selects. */
export type RequestKey = ApiKey & Viewer;

/** Codes of rejected keys. */
const FAILURES: ReadonlySet<ProblemCode> = new Set(['invalid_api_key', 'expired_api_key', 'revoked_api_key']);

/**
 * Counts the rejection of an invalid key against the client address.
 *
 * @throws {DomainError} `rate_limited` when the address has used up its failures.
 */
export function countFailure(failures: FailedKeys, error: unknown, address: () => string): void {
  if (error instanceof DomainError && FAILURES.has(error.code)) failures.count(address());
}

/** Records the use of keys. */
export interface KeyUse {
  markUsed(id: string): void;
}

/** Authenticates the request. It is the first guard, so that a client without a valid key reaches no other check. */
export class KeyGuard implements CanActivate {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly keys: KeyStore,
    private readonly use: KeyUse,
    private readonly failures: FailedKeys,
  ) {}

  /**
   * @throws {DomainError} see {@link KeyStore.find}; `rate_limited` for an address whose keys fail too often;
   *   `invalid_parameter`
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.policies.of(context).isPublic) return true;
    const request = context.getArgByIndex<FastifyRequest>(0);
    try {
      const key = this.keys.find(request.headers.authorization, () => this.failures.assertMayTry(request.ip));
      if (!(key instanceof Promise)) return this.#admit(request, key);
      return key.then(
        (found) => this.#admit(request, found),
        (error: unknown) => this.#reject(request, error),
      );
    } catch (error) {
      return this.#reject(request, error);
    }
  }

  /** Counts an invalid key against the client address, and throws. */
  #reject(request: FastifyRequest, error: unknown): never {
    countFailure(this.failures, error, () => request.ip);
    throw error;
  }

  #admit(request: FastifyRequest, key: ApiKey): true {
    request.apiKey = asksForDelayedView(request.headers) ? { ...key, isDelayed: true } : key;
    this.use.markUsed(key.id);
    return true;
  }
}

/** The key of a request that has passed the guard. */
export function requestKey(request: FastifyRequest): RequestKey {
  if (request.apiKey === undefined) throw new Error('requestKey() on a public route');
  return request.apiKey;
}
