import { exitWithError, sendToParent, stopOnSignal } from '@droptrack/program';
import { collectDefaultMetrics } from 'prom-client';
import { loadConfig } from './platform/config/config';
import { createLogger } from './platform/logging/logger';
import { startApi } from './start';

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.logLevel);
  const api = await startApi(config, logger, exitToReload);
  // Registered here, once per process: their observers are never released.
  collectDefaultMetrics({ register: api.registry });
  logger.info({ url: api.url, metricsPort: api.metricsPort }, 'listening');
  sendToParent({ type: 'listening', url: api.url });
  stopOnSignal(api, () => logger.flush());
}

/** Ends the process after a restore of the database: the next one, which the supervisor starts, reads the whole log. */
function exitToReload(error: Error): never {
  process.stderr.write(`${error.message}: the database was restored; this process ends so that a new one reads it\n`);
  process.exit(1);
}

void main().catch(exitWithError);
