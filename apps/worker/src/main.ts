import { explainDatabaseError } from '@droptrack/persistence/faults';
import { sendToParent, stopOnSignal } from '@droptrack/program';
import { createLogger } from '@droptrack/program/logging';
import { collectProcessMetrics } from '@droptrack/program/metrics';
import { runProgram } from '@droptrack/program/run-program';
import { loadConfig } from './config/config';
import { startWorker } from './start';

/** Maximum time to finish a batch; then the database rolls it back, and another worker repeats it. */
const STOP_MS_MAX = 10_000;

/** Message to the parent process: `droptrack up` waits for `ready`, and prints `progress`. */
type Message = { readonly type: 'ready' } | { readonly type: 'progress'; readonly line: string };

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger('worker', config.logLevel, undefined, explainDatabaseError);
  const worker = await startWorker(config, logger, (line) => send({ type: 'progress', line }));
  collectProcessMetrics(worker.registry);
  const stopping = stopOnSignal(worker, () => logger.flush(), STOP_MS_MAX);
  await worker.begin();
  if (stopping.isStopping) return;
  logger.info({ metricsPort: worker.metricsPort, isDemo: config.isDemo, ruleset: config.ruleset.version }, 'working');
  send({ type: 'ready' });
}

const send = (message: Message): void => sendToParent(message);

runProgram('worker', main, explainDatabaseError);
