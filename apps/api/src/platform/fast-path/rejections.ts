import type { IncomingMessage } from 'node:http';
import type { ApiKey } from '@droptrack/persistence';
import type { KeyUse } from '../auth/key.guard';
import type { DomainError } from '../errors/domain-error';
import { instanceOf, presentProblem, PROBLEM_TYPE } from '../errors/problem';
import type { ApiMetrics } from '../metrics/metrics';
import { limitExceeded, limitOf, rateLimitState } from '../rate-limit/key-limit';
import { pathOf } from '../server/path';
import { SAFE_HEADERS } from '../server/safe-headers';
import { type AccessLog, traceIdOf } from './access-log';
import type { PlainRequest } from './plain-request';

/** Dependencies of every response in front of the framework. */
export interface FrontParts {
  readonly keyUse: KeyUse;
  readonly requestLog: AccessLog;
  readonly metrics: ApiMetrics;
  /** Names and values of the headers that the framework sends with every response to a request without `Origin`. */
  readonly fixedHeaders: readonly string[];
  readonly newRequestId: (request: IncomingMessage) => string;
  /** Called for each request; null if no proxy has to be detected. */
  readonly detectProxy: ((request: IncomingMessage) => void) | null;
}

/** Dependencies of {@link Rejections}: the same objects that the hooks of the framework use. */
export interface RejectionParts extends FrontParts {
  readonly publicUrl: string;
  readonly variesByOrigin: boolean;
}

const SAFE: readonly string[] = Object.entries(SAFE_HEADERS).flat();

/** Route and key of a rejection. */
interface RejectedAt {
  /** Pattern of the route, for the access log and the metrics; null for a path without a route, which the framework rejects before CORS. */
  readonly route: string | null;
  readonly keyId?: string;
  /** Names and values of headers that a guard has set before. */
  readonly headers?: readonly string[];
}

/** Sends rejections in front of the framework, as its problem filter and its hooks do. */
export class Rejections {
  constructor(private readonly parts: RejectionParts) {}

  /** Rejects a request whose key has no token. @param tokenParts - the level of its bucket, in parts. */
  limitExceeded(plain: PlainRequest, route: string, key: ApiKey, tokenParts: number): void {
    const { terms, policy } = limitOf(key);
    const headers = ['ratelimit-policy', policy, 'ratelimit', rateLimitState(key.plan, terms, tokenParts)];
    this.parts.keyUse.markUsed(key.id);
    this.send(plain, limitExceeded(terms, tokenParts), { route, keyId: key.id, headers });
  }

  send({ request, response, startedAtMs }: PlainRequest, error: DomainError, at: RejectedAt): void {
    const { publicUrl, variesByOrigin, fixedHeaders, newRequestId, detectProxy, metrics, requestLog } = this.parts;
    detectProxy?.(request);
    const { method = '', url = '', headers } = request;
    const requestId = newRequestId(request);
    const { status, details } = error;
    const problem = presentProblem(error, { publicUrl, instance: instanceOf(pathOf(url)), requestId });
    const body = JSON.stringify(problem);
    const length = Buffer.byteLength(body);
    const head = [...(at.route === null ? SAFE : fixedHeaders), 'x-request-id', requestId];
    if (variesByOrigin && at.route !== null) head.push('vary', 'Origin');
    if (at.headers !== undefined) head.push(...at.headers);
    head.push('cache-control', 'no-store');
    for (const name in details.headers) head.push(name, details.headers[name] ?? '');
    head.push('content-type', PROBLEM_TYPE, 'content-length', String(length));
    // A text of ASCII is the same in Latin-1, which Node writes faster.
    const encoding = length === body.length ? 'latin1' : 'utf8';
    response.writeHead(status, head).end(method === 'HEAD' ? null : body, encoding);
    const durationMs = performance.now() - startedAtMs;
    const { keyId } = at;
    const route = at.route ?? 'none';
    metrics.record(route, status, durationMs);
    requestLog.record({ requestId, method, route, status, durationMs, keyId, traceId: traceIdOf(headers) });
  }
}
