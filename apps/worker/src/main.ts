import { collectDefaultMetrics } from 'prom-client';
import { type Config, ConfigError, loadConfig } from './config/config';
import { createLogger } from './log/logger';
import { PortTakenError, type RunningWorker, startWorker } from './start';

/** Exit code of configuration errors and crashes; the former print one line, the latter a stack. */
const EXIT_FAILED = 1;
/** Maximum time to finish a batch; then the database rolls it back, and another worker repeats it. */
const STOP_MS_MAX = 10_000;

/** Message to the parent process: `droptrack up` waits for `ready`, and prints `progress`. */
type Message = { readonly type: 'ready' } | { readonly type: 'progress'; readonly line: string };

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const worker = await startWorker(config, logger, (line) => send({ type: 'progress', line })).catch(exitWithError);
  // Registered here, once per process: their observers are never released.
  collectDefaultMetrics({ register: worker.registry });
  const stopping = stopOnSignal(worker, () => logger.flush());
  await worker.begin().catch(exitWithError);
  if (stopping.isStopping) return;
  logger.info({ metricsPort: worker.metricsPort, isDemo: config.isDemo, ruleset: config.ruleset.version }, 'working');
  send({ type: 'ready' });
}

function send(message: Message): void {
  if (process.connected) process.send?.(message);
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return exitWithError(error);
  }
}

/** Prints one line for errors of the configuration, and a stack for bugs. */
function exitWithError(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof PortTakenError;
  process.stderr.write(`${isExpected ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(EXIT_FAILED);
}

/** The first signal stops gracefully; the second exits at once. */
function stopOnSignal(worker: RunningWorker, flush: () => void): { readonly isStopping: boolean } {
  const state = { isStopping: false };
  const stop = (): void => {
    if (state.isStopping) process.exit(EXIT_FAILED);
    state.isStopping = true;
    setTimeout(() => process.exit(EXIT_FAILED), STOP_MS_MAX).unref();
    worker.stop().then(
      () => {
        flush();
        process.exit(0);
      },
      (error: unknown) => exitWithError(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent process has exited; a stop that is in progress continues.
  process.on('disconnect', () => {
    if (!state.isStopping) stop();
  });
  return state;
}

void main().catch(exitWithError);
