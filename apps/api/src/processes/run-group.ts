import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitWithError, ExpectedError, listen, sendToParent, stopOnSignal } from '@droptrack/program';
import { startMetricsServer } from '@droptrack/program/metrics';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config';
import { GroupMetrics } from './group-metrics';
import { Member } from './member';
import { ProcessGroup } from './process-group';

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
  const server = await listen('METRICS_PORT', config.metrics, () =>
    startMetricsServer(metrics, config.metrics.host, config.metrics.port),
  );
  const stop = async () => {
    await group.stop();
    await new Promise((resolve) => server.close(resolve));
  };
  stopOnSignal({ stop }, () => logger.flush());
  process.on('SIGHUP', () => void group.replaceAll());
  const url = await group.start();
  // The process that could not start has stated the reason.
  if (url === null) return group.isStopping ? undefined : exitFailed(logger);
  logger.info({ url, metricsPort: (server.address() as AddressInfo).port, processes: group.servingCount }, 'listening');
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
