import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { clientAddresses } from '@droptrack/program';
import type { Config } from '../config/config';
import type { ProblemFilter } from '../errors/problem.filter';
import { requestIds } from '../fast-path/access-log';
import { isPlainRequest } from '../fast-path/plain-request';
import { rejectInFront, type RejectInFrontParts } from '../fast-path/reject-in-front';
import { Rejections } from '../fast-path/rejections';
import { ResponseCache } from '../fast-path/response-cache';
import { type CacheServerParts, serveFromCache } from '../fast-path/serve-from-cache';
import { serveFromView } from '../fast-path/serve-from-view';
import type { Drain } from '../health/drain';
import { keepRawQuery } from '../input/raw-query';
import { ApiAdapter } from './api-adapter';
import { EXPOSED_HEADERS } from './cors';
import { serverFactory } from './http-server';
import { type ParserErrorResponse, parserErrorHandler } from './parser-errors';
import { SAFE_HEADERS } from './safe-headers';

/** Maximum length of a path segment: as long as Node permits a request to be, so that all unknown ids return the same 404. */
const SEGMENT_LENGTH_MAX = 16_384;

/** Headers that the cache writes with values of the request. */
const OWN_HEADERS = ['x-request-id', 'ratelimit-policy', 'ratelimit', 'vary'] as const;

/** Dependencies of the server under the framework. */
interface AdapterParts
  extends
    Pick<CacheServerParts, 'catalogue' | 'keys' | 'keyUse' | 'buckets' | 'metrics' | 'requestLog' | 'detectProxy'>,
    Pick<RejectInFrontParts, 'routes' | 'failedKeys'> {
  readonly drain: Drain;
  readonly filter: ProblemFilter;
}

/** Creates the server under the framework: responses from the cache, errors of the parser, and the limits of requests. */
export function createAdapter(http: Config['http'], parts: AdapterParts): ApiAdapter {
  const { filter, requestLog, metrics, catalogue } = parts;
  const { publicUrl, corsOrigins, trustedProxies, connectionsMax } = http;
  const nextId = requestIds();
  const onResponse = ({ requestId, method, status }: ParserErrorResponse): void => {
    metrics.record('none', status, 0);
    requestLog.record({
      requestId,
      method,
      route: 'none',
      status,
      durationMs: 0,
      keyId: undefined,
      traceId: undefined,
    });
  };
  const cache = new ResponseCache();
  const data = { publicUrl, variesByOrigin: corsOrigins.length > 0 };
  const fixedHeaders = {
    ...SAFE_HEADERS,
    ...(data.variesByOrigin && { 'access-control-expose-headers': EXPOSED_HEADERS }),
  };
  const cachedHeaders = new Set([...Object.keys(fixedHeaders), ...OWN_HEADERS]);
  const written = {
    ...parts,
    ...data,
    fixedHeaders: Object.entries(fixedHeaders).flat(),
    newRequestId: nextId,
  };
  const front = {
    ...written,
    cache,
    rejections: new Rejections(written),
    addressOf: clientAddresses(trustedProxies),
  };
  return new ApiAdapter(
    {
      logger: false,
      serverFactory: serverFactory(
        { connectionsMax, onClosed: (reason) => metrics.connectionClosed(reason) },
        (framework) => closingWhen(() => parts.drain.isUnderWay, inFrontOf(front, framework)),
      ),
      genReqId: nextId,
      requestIdHeader: false,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      trustProxy: trustedProxies.length > 0 && [...trustedProxies],
      routerOptions: {
        querystringParser: keepRawQuery,
        maxParamLength: SEGMENT_LENGTH_MAX,
        ignoreTrailingSlash: false,
      },
      clientErrorHandler: parserErrorHandler({ publicUrl, idFor: nextId, onResponse }),
      frameworkErrors: (error, request, reply) => filter.send(error, request, reply),
    },
    { ...data, cache, cachedHeaders, viewFor: (plan) => catalogue.viewFor(plan) },
  );
}

/** Serves or rejects a request in front of the framework; false if the framework has to respond. */
const inFrontOf =
  (parts: CacheServerParts & RejectInFrontParts & { readonly drain: Drain }, framework: RequestListener) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const startedAtMs = performance.now();
    if (!isPlainRequest(request, parts)) return false;
    const plain = { request, response, startedAtMs };
    return (
      serveFromCache(parts, plain, framework) || rejectInFront(parts, plain) || serveFromView(parts, plain, framework)
    );
  };

/** Makes each response close its connection while the process leaves, so that clients open the next one elsewhere. */
const closingWhen =
  <Served>(isLeaving: () => boolean, serve: (request: IncomingMessage, response: ServerResponse) => Served) =>
  (request: IncomingMessage, response: ServerResponse): Served => {
    if (isLeaving()) response.shouldKeepAlive = false;
    return serve(request, response);
  };
