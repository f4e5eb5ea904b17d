import { collectDefaultMetrics } from 'prom-client';
import { type Config, ConfigError, loadConfig } from './platform/config/config';
import { createLogger } from './platform/logging/logger';
import { PortTakenError, type RunningApi, startApi } from './start';

/** Exit codes: a fault the operator can mend is told from a crash by its one-line message. */
const EXIT_FAILED = 1;

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const api = await startApi(config, logger, giveUp).catch(refuseToStart);
  // Here, as they are of the whole process: what observes its memory is never let go again.
  collectDefaultMetrics({ register: api.registry });
  logger.info({ url: api.url, metricsPort: api.metricsPort }, 'listening');
  process.send?.({ type: 'listening', url: api.url });
  stopOnSignal(api, () => logger.flush());
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuseToStart(error);
  }
}

/** What the operator can mend is said in a sentence; a bug keeps its stack. */
function refuseToStart(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof PortTakenError;
  process.stderr.write(`${isExpected ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(EXIT_FAILED);
}

/** Another process, started by the supervisor, reads the log anew. */
function giveUp(error: Error): never {
  process.stderr.write(`${error.message}: the database was set back; this process ends so that a new one reads it\n`);
  process.exit(EXIT_FAILED);
}

/** The first signal stops in order; a second one does not wait. */
function stopOnSignal(api: RunningApi, flush: () => void): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(EXIT_FAILED);
    isStopping = true;
    api.stop().then(
      () => {
        flush();
        process.exit(0);
      },
      (error: unknown) => refuseToStart(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}

void main().catch(refuseToStart);
