import { randomBytes } from 'node:crypto';
import { readTraceparent, startTrace, type TraceContext } from '@droptrack/program';
import type { FastifyRequest } from 'fastify';

/** Traces that this site has started, by their request. */
const STARTED = new WeakMap<FastifyRequest, TraceContext>();

/** Trace of a request that is about to read the API: that of the visitor, else one that begins here. */
export function traceOf(request: FastifyRequest): TraceContext {
  const known = knownTraceOf(request);
  if (known !== null) return known;
  const started = startTrace(randomBytes);
  STARTED.set(request, started);
  return started;
}

/** Id of the trace of a request; undefined if it has none, as it was served from the cache. */
export const traceIdOf = (request: FastifyRequest): string | undefined => knownTraceOf(request)?.traceId;

const knownTraceOf = (request: FastifyRequest): TraceContext | null =>
  STARTED.get(request) ?? readTraceparent(request.headers['traceparent']);
