import { type Departure, readTraceparent } from '@droptrack/program';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ExplorerMetrics } from './metrics';
import type { Site } from './site';

interface FrontDeps {
  readonly departure: Departure;
  readonly metrics: Pick<ExplorerMetrics, 'sent'>;
  readonly logger: Logger;
}

/** Serves a stored page in front of the framework, with its metrics and its line in the log; false if the framework has to respond. */
export function serveInFront(site: Site, deps: FrontDeps, request: IncomingMessage, response: ServerResponse): boolean {
  const startedMs = performance.now();
  if (deps.departure.isUnderWay) return false;
  const served = site.serveStored(request, response);
  if (served === null) return false;
  record(deps, {
    method: 'GET',
    route: served.route,
    status: served.document.status,
    durationMs: performance.now() - startedMs,
    traceId: readTraceparent(request.headers['traceparent'])?.traceId,
  });
  return true;
}

interface SentPage {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly traceId: string | undefined;
}

/** Counts a page that was sent, and writes its line of the log. */
export function record(
  { metrics, logger }: Pick<FrontDeps, 'metrics' | 'logger'>,
  { method, route, status, durationMs, traceId }: SentPage,
): void {
  metrics.sent(route, status, durationMs);
  logger.info({ method, route, status, ms: Math.round(durationMs * 10) / 10, traceId }, 'request');
}
