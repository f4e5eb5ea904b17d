import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Droptrack } from '@droptrack/sdk';
import { Departure, LINGER_MS, listen, sendToParent, stopOnSignal } from '@droptrack/program';
import { createLogger } from '@droptrack/program/logging';
import { collectProcessMetrics, startMetricsServer } from '@droptrack/program/metrics';
import { runProgram } from '@droptrack/program/run-program';
import type { Registry } from 'prom-client';
import { checkKey } from './api/check-key';
import { ResponseCache } from './api/response-cache';
import { type Config, loadConfig } from './config/config';
import { PAGES } from './pages/routes';
import { Assets } from './server/assets';
import { createServer } from './server/create-server';
import { ExplorerMetrics } from './server/metrics';

/** Maximum time from the end of the grace to the end of the process, in milliseconds; requests in flight are finished first. */
const STOP_MS_MAX = LINGER_MS.stopped + 10_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('explorer', config.logLevel);
  const departure = new Departure();
  const metrics = new ExplorerMetrics(() => performance.now());
  collectProcessMetrics(metrics.registry);
  const app = createServer({
    config,
    departure,
    pages: PAGES,
    api: { url: config.api.url, key: config.api.key, fetch: openApi(metrics).fetch },
    metrics,
    assets: new Assets(join(__dirname, 'assets')),
    logger,
    now: Date.now,
    uptimeMs: () => performance.now(),
  });
  await listen('EXPLORER_PORT', config.http, () => app.listen({ host: config.http.host, port: config.http.port }));
  const metricsServer = await serveMetrics(config, metrics.registry);
  const url = urlOf(config, app.server.address() as AddressInfo);
  const metricsPort = (metricsServer?.address() as AddressInfo | undefined)?.port;
  logger.info({ url, metricsPort }, 'listening');
  sendToParent({ type: 'listening', url });
  const client = new Droptrack({ apiKey: config.api.key, baseUrl: config.api.url, maxRetries: 0 });
  void checkKey({ client, logger, sleep: (ms) => setTimeout(ms, undefined, { ref: false }) });
  const stop = async (): Promise<void> => {
    await departure.leave(app.server, config);
    await app.close();
    metricsServer?.close();
  };
  stopOnSignal({ stop }, () => logger.flush(), config.graceMs + STOP_MS_MAX);
}

/** The API, through the only requests that this program sends. */
const openApi = (metrics: ExplorerMetrics): ResponseCache =>
  new ResponseCache(metrics.measured(globalThis.fetch), { nowMs: () => performance.now() });

/** Serves the metrics if they have an address. @returns null without one. */
async function serveMetrics({ metrics }: Config, registry: Registry): Promise<Server | null> {
  if (metrics === null) return null;
  return listen('EXPLORER_METRICS_PORT', metrics, () => startMetricsServer(registry, metrics.host, metrics.port));
}

const urlOf = ({ http: { host } }: Config, { port }: AddressInfo): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

runProgram('explorer', main);
