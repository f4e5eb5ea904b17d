import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Droptrack } from '@droptrack/sdk';
import { Departure, exitWithError, LINGER_MS, listen, sendToParent, stopOnSignal } from '@droptrack/program';
import { createLogger } from '@droptrack/program/logging';
import { checkKey } from './api/check-key';
import { ResponseCache } from './api/response-cache';
import { type Config, loadConfig } from './config/config';
import { PAGES } from './pages/routes';
import { Assets } from './server/assets';
import { createServer } from './server/create-server';

/** Maximum time from the end of the grace to the end of the process, in milliseconds; requests in flight are finished first. */
const STOP_MS_MAX = LINGER_MS + 10_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('explorer', config.logLevel);
  const departure = new Departure();
  const app = createServer({
    config,
    departure,
    pages: PAGES,
    api: { url: config.api.url, key: config.api.key, fetch: openApi().fetch },
    assets: new Assets(join(__dirname, 'assets')),
    logger,
    now: Date.now,
    uptimeMs: () => performance.now(),
  });
  await listen('EXPLORER_PORT', config.http.port, () => app.listen({ host: config.http.host, port: config.http.port }));
  const url = urlOf(config, app.server.address() as AddressInfo);
  logger.info({ url }, 'listening');
  sendToParent({ type: 'listening', url });
  const client = new Droptrack({ apiKey: config.api.key, baseUrl: config.api.url, maxRetries: 0 });
  void checkKey({ client, logger, sleep: (ms) => setTimeout(ms, undefined, { ref: false }) });
  const stop = () => departure.leave(app.server, config).then(() => app.close());
  stopOnSignal({ stop }, () => logger.flush(), config.graceMs + STOP_MS_MAX);
}

/** The API, through the only requests that this program sends. */
const openApi = (): ResponseCache => new ResponseCache(globalThis.fetch, { nowMs: () => performance.now() });

const urlOf = ({ http: { host } }: Config, { port }: AddressInfo): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

void main().catch(exitWithError);
