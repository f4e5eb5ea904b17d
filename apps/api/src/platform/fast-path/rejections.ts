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

/** Response to the last request that an error rejected, in which only what differs between requests for one path is missing. */
interface PreparedRejection {
  readonly path: string;
  readonly route: string | null;
  /** Names and values in one array, with free places for the values of a request. */
  readonly head: string[];
  readonly places: { readonly requestId: number; readonly headers: number; readonly length: number };
  /** Body around the id of the request. */
  readonly before: string;
  readonly after: string;
  /** Bytes of both. */
  readonly length: number;
  /** A text of ASCII is the same in Latin-1, which Node writes faster. */
  readonly encoding: 'latin1' | 'utf8';
}

/** Sends rejections in front of the framework, as its problem filter and its hooks do. */
export class Rejections {
  /** By the error, as most rejections share few of them. */
  readonly #prepared = new WeakMap<DomainError, PreparedRejection>();

  constructor(private readonly parts: RejectionParts) {}

  /** Rejects a request whose key has no token. @param tokenParts - the level of its bucket, in parts. */
  limitExceeded(plain: PlainRequest, route: string, key: ApiKey, tokenParts: number): void {
    this.ofKey(plain, limitExceeded(limitOf(key).terms, tokenParts), { route, key, tokenParts });
  }

  /** Rejects a request of a key. @param at.tokenParts - the level of its bucket after the request, in parts. */
  ofKey(
    plain: PlainRequest,
    error: DomainError,
    { route, key, tokenParts }: { readonly route: string; readonly key: ApiKey; readonly tokenParts: number },
  ): void {
    const { terms, policy } = limitOf(key);
    const headers = ['ratelimit-policy', policy, 'ratelimit', rateLimitState(key.plan, terms, tokenParts)];
    this.parts.keyUse.markUsed(key.id);
    this.send(plain, error, { route, keyId: key.id, headers });
  }

  send({ request, response, startedAtMs }: PlainRequest, error: DomainError, at: RejectedAt): void {
    const { newRequestId, detectProxy, metrics, requestLog } = this.parts;
    detectProxy?.(request);
    const { method = '', url = '', headers } = request;
    const requestId = newRequestId(request);
    const { head, places, before, after, length, encoding } = this.#preparedFor(error, pathOf(url), at);
    head[places.requestId] = requestId;
    at.headers?.forEach((text, index) => (head[places.headers + index] = text));
    // Every form of an id is ASCII.
    head[places.length] = String(length + requestId.length);
    const body = method === 'HEAD' ? null : `${before}${requestId}${after}`;
    response.writeHead(error.status, head).end(body, encoding);
    const durationMs = performance.now() - startedAtMs;
    const route = at.route ?? 'none';
    metrics.record(route, error.status, durationMs);
    const traceId = traceIdOf(headers);
    requestLog.record({ requestId, method, route, status: error.status, durationMs, keyId: at.keyId, traceId });
  }

  #preparedFor(error: DomainError, path: string, at: RejectedAt): PreparedRejection {
    const last = this.#prepared.get(error);
    if (last !== undefined && last.path === path && last.route === at.route) return last;
    const prepared = this.#prepare(error, path, at);
    this.#prepared.set(error, prepared);
    return prepared;
  }

  #prepare(error: DomainError, path: string, { route, headers = [] }: RejectedAt): PreparedRejection {
    const { publicUrl, variesByOrigin, fixedHeaders } = this.parts;
    const body = JSON.stringify(presentProblem(error, { publicUrl, instance: instanceOf(path), requestId: '' }));
    // A quotation mark within a text is escaped, so that only the member has this form.
    const at = body.indexOf(ID_MEMBER) + ID_MEMBER.length;
    const first = [...(route === null ? SAFE : fixedHeaders), 'x-request-id', ''];
    const varies = variesByOrigin && route !== null ? ['vary', 'Origin'] : [];
    const own = Object.entries(error.details.headers ?? {}).flat();
    const last = ['cache-control', 'no-store', ...own, 'content-type', PROBLEM_TYPE, 'content-length', ''];
    const head = [...first, ...varies, ...headers, ...last];
    const length = Buffer.byteLength(body);
    return {
      path,
      route,
      head,
      places: { requestId: first.length - 1, headers: first.length + varies.length, length: head.length - 1 },
      before: body.slice(0, at),
      after: body.slice(at),
      length,
      encoding: length === body.length ? 'latin1' : 'utf8',
    };
  }
}

const ID_MEMBER = '"request_id":"';
