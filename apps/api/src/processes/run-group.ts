import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitWithError, ExpectedError, sendToParent, stopOnSignal } from '@droptrack/program';
import { serveOperations } from '@droptrack/program/metrics';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config';
import { GroupMetrics } from './group-metrics';
import { Member } from './member';
import { GROUP_STOP_MS_MAX, ProcessGroup } from './process-group';
import { ASK_EVERY_MS, SilenceWatch } from './silence-watch';

/**
 * Runs the API as several processes on one port. This one, the primary, holds no catalogue: it accepts connections, hands
 * them to the others in turn, and serves the metrics of all.
 *
 * @param program - path of the built API, which the other processes run.
 * @throws {ListenError}
 */
export async function runGroup(config: Config, count: number, logger: Logger, program: string): Promise<void> {
  warnOfLimits(config, logger);
  const collect = async () => void (await Promise.all([...group.members].map((member) => member.collect())));
  const metrics = new GroupMetrics(() => group.servingCount, collect);
  cluster.setupPrimary({ exec: program, args: [] });
  const group = new ProcessGroup({
    count,
    graceMs: config.graceMs,
    start: () => new Member(cluster.fork(), (id, reported) => metrics.report(id, reported)),
    onEnded: ({ id, isDismissed }) => metrics.processEnded(id, isDismissed),
    onFailed: (sentence) => {
      logger.flush();
      exitWithError(new ExpectedError('starts_failed', sentence));
    },
    logger,
    monotonicMs: () => performance.now(),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  const operations = await serveOperations('METRICS_PORT', config.metrics, metrics);
  const silence = new SilenceWatch(() => group.members, logger);
  const asking = setInterval(() => silence.check(), ASK_EVERY_MS);
  const stop = async () => {
    await group.stop();
    clearInterval(asking);
    await operations.stop();
  };
  stopOnSignal({ stop }, () => logger.flush(), config.graceMs + GROUP_STOP_MS_MAX);
  process.on('SIGHUP', () => void group.replaceAll());
  const url = await group.start();
  // The process that could not start has printed the reason.
  if (url === null) return group.isStopping ? undefined : exitFailed(logger);
  logger.info({ url, metricsPort: operations.port, processes: group.servingCount }, 'listening');
  sendToParent({ type: 'listening', url });
}

function exitFailed(logger: Logger): never {
  logger.flush();
  process.exit(1);
}

/** Logs what operators may not expect of several processes. */
function warnOfLimits({ limits }: Config, logger: Logger): void {
  if (limits.redisNodes === null)
    logger.warn('each process counts the requests of a key by itself: REDIS_URL is not set');
}
