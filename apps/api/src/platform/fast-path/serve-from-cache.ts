import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ApiKey } from '@droptrack/persistence';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { KeyUse } from '../auth/key.guard';
import type { KeyStore } from '../auth/key-store';
import type { Drain } from '../health/drain';
import type { AccessLog } from './access-log';
import type { ApiMetrics } from '../metrics/metrics';
import type { Buckets } from '../rate-limit/buckets';
import { limitOf } from '../rate-limit/key-limit';
import { rateHeaders } from '../rate-limit/rate-headers';
import type { BucketTerms, Taken } from '../rate-limit/token-bucket';
import { dataHeaders, type DataHeadersOptions } from '../responses/answer';
import { namesEntityTag } from '../responses/if-none-match';
import type { Hit, ResponseCache } from './response-cache';

/** Dependencies of {@link serveFromCache}: the very objects that the framework's guards and hooks use. */
export interface CacheServerParts extends DataHeadersOptions {
  readonly cache: ResponseCache;
  readonly catalogue: LiveCatalogue;
  readonly keys: KeyStore;
  readonly keyUse: KeyUse;
  readonly buckets: Buckets;
  readonly drain: Drain;
  readonly requestLog: AccessLog;
  readonly metrics: ApiMetrics;
  /** Headers that the framework sends with every response to a request without `Origin`. */
  readonly fixedHeaders: Readonly<Record<string, string>>;
  readonly newRequestId: (request: IncomingMessage) => string;
  /** Called for each request; null when no proxy has to be detected. */
  readonly detectProxy: ((request: IncomingMessage) => void) | null;
}

/** A request that the cache can serve, once its key has a token. */
interface ServableRequest extends Hit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: ApiKey;
  /** Instant of the view that the response shows, milliseconds since the epoch. */
  readonly asOfMs: number;
  readonly startedAtMs: number;
}

/**
 * Serves a request in front of the framework if its response is cached: key, bucket, look-up, head and body, access log
 * and metrics. Leaves every other request untouched: it returns false, and the framework answers it.
 *
 * It serves only what needs no decision: a GET or HEAD without a body, with a key that is in memory, for a target,
 * `Accept` and `Accept-Encoding` that the framework has answered with 200 before. Errors, preflights, requests with
 * `Origin` or `Expect`, and requests during the drain are the framework's.
 */
export function serveFromCache(
  parts: CacheServerParts,
  framework: RequestListener,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { buckets, keyUse, detectProxy } = parts;
  return (request, response) => {
    const startedAtMs = performance.now();
    const servable = find(parts, request, response, startedAtMs);
    if (servable === null) return false;
    detectProxy?.(request);
    const { key } = servable;
    keyUse.markUsed(key.id);
    const { terms } = limitOf(key);
    const taken = buckets.take(key.id, terms, 1);
    if (!(taken instanceof Promise)) return serve(parts, servable, terms, taken);
    // A rejected request has taken no token: the framework asks the bucket again, and writes the problem.
    const passOn = (): void => void framework(request, response);
    taken.then((outcome) => serve(parts, servable, terms, outcome) || passOn(), passOn);
    return true;
  };
}

function find(
  { cache, catalogue, keys, drain, variesByOrigin }: CacheServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  startedAtMs: number,
): ServableRequest | null {
  const { method, url, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined || headers.host === undefined) return null;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
  if (headers.expect !== undefined || headers.upgrade !== undefined || drain.isDraining) return null;
  if (variesByOrigin && headers.origin !== undefined) return null;
  const key = keys.findCached(headers.authorization);
  const view = key === null ? null : catalogue.viewFor(key.plan);
  if (key === null || view === null) return null;
  const negotiation = { accept: headers.accept, acceptEncoding: headers['accept-encoding'] as string | undefined };
  const hit = cache.find(key.plan, view, url, negotiation);
  return hit === null ? null : { ...hit, request, response, key, asOfMs: view.asOfMs, startedAtMs };
}

/** Writes the response; false if the bucket rejects the request. */
function serve(
  parts: CacheServerParts,
  { cached: { route, answer }, encoding, request, response, key, asOfMs, startedAtMs }: ServableRequest,
  terms: BucketTerms,
  { isAdmitted, parts: tokenParts }: Taken,
): boolean {
  if (!isAdmitted) return false;
  const requestId = parts.newRequestId(request);
  const rendering = answer.at(asOfMs);
  const isUnchanged = namesEntityTag(request.headers['if-none-match'], answer.etag);
  const status = isUnchanged ? 304 : 200;
  const body = isUnchanged ? null : encoding === null ? rendering.body : rendering.compressed(encoding);
  const rate = rateHeaders(key.plan, terms, tokenParts);
  const head = {
    ...parts.fixedHeaders,
    'x-request-id': requestId,
    'ratelimit-policy': rate.policy,
    ratelimit: rate.state,
    ...dataHeaders(answer, rendering.asOf, body === null ? null : { length: body.length, encoding }, parts),
  };
  response.writeHead(status, head).end(request.method === 'HEAD' ? null : body);
  const durationMs = performance.now() - startedAtMs;
  parts.metrics.answered(route, status, durationMs);
  parts.requestLog.answered({ requestId, method: request.method ?? '', route, status, durationMs, keyId: key.id });
  return true;
}
