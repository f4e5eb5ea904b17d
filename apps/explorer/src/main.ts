import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Droptrack } from '@droptrack/sdk';
import { Departure, LINGER_MS, listen, sendToParent, stopOnSignal, urlOf } from '@droptrack/program';
import { createLogger } from '@droptrack/program/logging';
import { collectProcessMetrics, serveOperations } from '@droptrack/program/metrics';
import { runProgram } from '@droptrack/program/run-program';
import { dataHeaders } from './api/data-headers';
import { KeyWatch } from './api/key-watch';
import { ResponseCache } from './api/response-cache';
import { SharedReads } from './api/shared-reads';
import { loadConfig } from './config/config';
import { PAGES } from './pages/routes';
import { Assets } from './server/assets';
import { createServer } from './server/create-server';
import { ExplorerMetrics } from './server/metrics';

/** Maximum time from the end of the grace to the end of the process, in milliseconds; requests in flight are finished first. */
const STOP_MS_MAX = LINGER_MS.stopped + 10_000;

/** Maximum time of a check of the key, in milliseconds: before the first one, the site is not ready. */
const KEY_TIMEOUT_MS = 4_000;

async function main(): Promise<void> {
  yieldToApi();
  const config = loadConfig(process.env);
  const logger = createLogger('explorer', config.logLevel);
  const departure = new Departure();
  const metrics = new ExplorerMetrics(() => performance.now());
  collectProcessMetrics(metrics.registry);
  const client = new Droptrack({
    apiKey: config.api.key,
    baseUrl: config.api.url,
    maxRetries: 0,
    timeoutMs: KEY_TIMEOUT_MS,
    headers: dataHeaders(config.api.data),
  });
  const keyWatch = new KeyWatch({ client, logger, data: config.api.data });
  const app = createServer({
    config,
    keyWatch,
    departure,
    pages: PAGES,
    api: { ...config.api, fetch: openApi(metrics).fetch, reads: new SharedReads(() => performance.now()) },
    metrics,
    assets: new Assets(join(__dirname, 'assets')),
    logger,
    now: Date.now,
    uptimeMs: () => performance.now(),
    after: (ms, run) => {
      const timer = globalThis.setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  await listen('EXPLORER_PORT', config.http, () => app.listen({ host: config.http.host, port: config.http.port }));
  const operations =
    config.metrics && (await serveOperations('EXPLORER_METRICS_PORT', config.metrics, metrics.registry));
  const url = urlOf(config.http.host, (app.server.address() as AddressInfo).port);
  logger.info({ url, metricsPort: operations?.port }, 'listening');
  sendToParent({ type: 'listening', url });
  void keyWatch.run((ms) => setTimeout(ms, undefined, { ref: false }));
  const stop = async (): Promise<void> => {
    await departure.leave(app.server, config);
    await app.close();
    await operations?.stop();
  };
  stopOnSignal({ stop }, () => logger.flush(), config.graceMs + STOP_MS_MAX);
}

/** On a machine that both share, an API that has something to do goes first. A sandbox may not allow it, and the site runs without. */
function yieldToApi(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
}

/** The API, through the only requests that this program sends. */
const openApi = (metrics: ExplorerMetrics): ResponseCache =>
  new ResponseCache(metrics.measured(globalThis.fetch), { nowMs: () => performance.now() });

runProgram('explorer', main);
