import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/config';
import type { ProblemFilter } from '../errors/problem.filter';
import { requestIds } from '../fast-path/access-log';
import { type CacheServerParts, ResponseCache, serveFromCache } from '../fast-path/serve-from-cache';
import { keepRawQuery } from '../input/raw-query';
import { ApiAdapter } from './api-adapter';
import { EXPOSED_HEADERS } from './cors';
import { serverFactory } from './http-server';
import { type ParserErrorResponse, parserErrorHandler } from './parser-errors';
import { SAFE_HEADERS } from './safe-headers';

/** Maximum length of a path segment: as long as Node permits a request to be, so that all unknown ids return the same 404. */
const SEGMENT_LENGTH_MAX = 16_384;

/** Dependencies of the server under the framework. */
interface AdapterParts extends Pick<
  CacheServerParts,
  'catalogue' | 'keys' | 'keyUse' | 'buckets' | 'metrics' | 'requestLog' | 'drain' | 'detectProxy'
> {
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
  const cachedHeaders = new Set([
    ...Object.keys(fixedHeaders),
    'x-request-id',
    'ratelimit-policy',
    'ratelimit',
    'vary',
  ]);
  const cacheParts = {
    ...parts,
    ...data,
    cache,
    fixedHeaders: Object.entries(fixedHeaders).flat(),
    newRequestId: nextId,
  };
  return new ApiAdapter(
    {
      logger: false,
      serverFactory: serverFactory(
        { connectionsMax, onClosed: (reason) => metrics.connectionClosed(reason) },
        (framework) => closingWhen(() => parts.drain.isUnderWay, serveFromCache(cacheParts, framework)),
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

/** Makes each response close its connection while the process leaves, so that clients open the next one elsewhere. */
const closingWhen =
  <Served>(isLeaving: () => boolean, serve: (request: IncomingMessage, response: ServerResponse) => Served) =>
  (request: IncomingMessage, response: ServerResponse): Served => {
    if (isLeaving()) response.shouldKeepAlive = false;
    return serve(request, response);
  };
