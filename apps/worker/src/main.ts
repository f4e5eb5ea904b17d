import { collectDefaultMetrics } from 'prom-client';
import { type Config, ConfigError, loadConfig } from './config/config';
import { createLogger } from './log/logger';
import { PortTakenError, type RunningWorker, startWorker } from './start';

/** Exit codes: a fault the operator can mend is told from a crash by its one-line message. */
const EXIT_FAILED = 1;
/** A batch that takes longer to end is given up: the database rolls it back, and the next worker does it. */
const STOP_MS_MAX = 10_000;

/** To who started us: `droptrack up` waits for `ready`, and shows `progress` to a person meanwhile. */
type Message = { readonly type: 'ready' } | { readonly type: 'progress'; readonly line: string };

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const worker = await startWorker(config, logger, (line) => tell({ type: 'progress', line })).catch(refuseToStart);
  // Here, as they are of the whole process: what observes its memory is never let go again.
  collectDefaultMetrics({ register: worker.registry });
  const stopping = stopOnSignal(worker, () => logger.flush());
  await worker.begin().catch(refuseToStart);
  if (stopping.isStopping) return;
  logger.info({ metricsPort: worker.metricsPort, isDemo: config.isDemo, ruleset: config.ruleset.version }, 'working');
  tell({ type: 'ready' });
}

function tell(message: Message): void {
  if (process.connected) process.send?.(message);
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

/** The first signal stops in order; a second one does not wait. */
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
      (error: unknown) => refuseToStart(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Who started us is gone; in the middle of a stop that is no reason to hurry.
  process.on('disconnect', () => {
    if (!state.isStopping) stop();
  });
  return state;
}

void main().catch(refuseToStart);
