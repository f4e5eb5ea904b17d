import type { ApiKey } from '@droptrack/persistence';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RoutePolicies } from '../http/route-policy';
import type { KeyStore } from './key-store';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request carries; set by the key guard on every route that is not public. */
    apiKey?: ApiKey;
  }
}

/** Where the use of a key is noted. */
export interface KeyUse {
  markUsed(id: string): void;
}

/** Finds the request's key. The first guard: nothing is looked at for a caller we do not know. */
export class KeyGuard implements CanActivate {
  constructor(
    private readonly policies: RoutePolicies,
    private readonly keys: KeyStore,
    private readonly use: KeyUse,
  ) {}

  /** @throws {DomainError} see {@link KeyStore.find} */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.policies.of(context).isPublic) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = this.keys.find(request.headers.authorization);
    return key instanceof Promise ? key.then((found) => this.#admit(request, found)) : this.#admit(request, key);
  }

  #admit(request: FastifyRequest, key: ApiKey): true {
    request.apiKey = key;
    this.use.markUsed(key.id);
    return true;
  }
}

/** The key of a request that has passed the guard. */
export function keyOf(request: FastifyRequest): ApiKey {
  if (request.apiKey === undefined) throw new Error('keyOf() on a public route');
  return request.apiKey;
}
