import type { AddressInfo } from 'node:net';
import { openDatabase, requireSchema } from '@droptrack/persistence';
import { explainDatabaseError } from '@droptrack/persistence/faults';
import { exitWithError, ExpectedError, listen, releaseOf, sendToParent, stopOnSignal } from '@droptrack/program';
import { collectProcessMetrics, startMetricsServer } from '@droptrack/program/metrics';
import { findRedisFault } from '@droptrack/program/redis-fault';
import { runProgram } from '@droptrack/program/run-program';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { assembleApi } from './assemble';
import { type Config, loadConfig } from './platform/config/config';
import { createLogger } from './platform/logging/logger';

/** Maximum wait of a request for the database, in milliseconds; then its response is 503. */
const DATABASE_TIMEOUTS = { statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 } as const;

/** A started API. */
interface RunningApi {
  readonly url: string;
  readonly metricsPort: number;
  /** Metrics served on that port. */
  readonly registry: Registry;
  /** Stops in order: requests, then the log, then the database. */
  stop(): Promise<void>;
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = createLogger(config.logLevel);
  const api = await startApi(config, logger);
  collectProcessMetrics(api.registry);
  logger.info({ url: api.url, metricsPort: api.metricsPort }, 'listening');
  sendToParent({ type: 'listening', url: api.url });
  stopOnSignal(api, () => logger.flush());
}

/**
 * Starts the API over the database that the configuration names, and listens.
 *
 * @throws {ListenError} {@link SchemaError} {@link DatabaseUnavailableError}; everything that was started is stopped before.
 */
async function startApi(config: Config, logger: Logger): Promise<RunningApi> {
  warnOfWebhooks(config.webhooks, logger);
  const { url, readUrl, poolSize } = config.database;
  const options = { poolSize, applicationName: 'droptrack api', ...DATABASE_TIMEOUTS };
  const db = openDatabase(url, options);
  const replica = readUrl === null ? null : openDatabase(readUrl, options);
  const cleanups: (() => Promise<unknown>)[] = [() => Promise.all([db.close(), replica?.close()])];
  const stop = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    // A new instance starts while the primary is away, as the replica has the same schema.
    const newer = await requireSchema(replica ?? db, releaseOf(__dirname));
    if (newer.length > 0)
      logger.warn({ migrations: newer }, 'the database is of a later version: complete the upgrade');
    const { redisUrl } = config.limits;
    const redisFault = redisUrl === null ? null : await findRedisFault(redisUrl);
    if (redisFault !== null) throw new ExpectedError(redisFault.code, redisFault.message);
    const { api, follower, keyUse, limits, metrics } = await assembleApi(
      config,
      logger,
      db,
      undefined,
      exitToReload,
      replica,
    );
    cleanups.push(
      () => keyUse.stop(),
      () => Promise.resolve(limits.stop()),
      () => follower.stop(),
      () => api.stop(),
    );
    await limits.start();
    follower.start();
    const metricsServer = await listen('METRICS_PORT', config.metrics.port, () =>
      startMetricsServer(metrics.registry, config.metrics.host, config.metrics.port),
    );
    cleanups.push(() => new Promise((resolve) => metricsServer.close(resolve)));
    await listen('PORT', config.http.port, () => api.app.listen(config.http.port, config.http.host));
    const { port } = api.server.server.address() as AddressInfo;
    return {
      url: `http://${config.http.host.includes(':') ? `[${config.http.host}]` : config.http.host}:${port}`,
      metricsPort: (metricsServer.address() as AddressInfo).port,
      registry: metrics.registry,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Logs settings that operators may not have intended. */
function warnOfWebhooks({ box, policy }: Config['webhooks'], logger: Logger): void {
  if (box === null) {
    logger.warn('endpoints cannot be created: neither WEBHOOK_SECRET_KEY nor WEBHOOK_SECRET_KEY_FILE is set');
  }
  if (policy.allowInsecure) {
    logger.warn('WEBHOOK_ALLOW_INSECURE is on: endpoints may be http, on any port, and on this machine');
  }
}

/** Ends the process once the log is another one: the next process, which the supervisor starts, reads the whole log. */
function exitToReload({ message }: Error): never {
  const sentence = `${message}: the database was restored, or a lagging replica promoted; this process ends so that a new one reads it`;
  return exitWithError(new ExpectedError('log_lost', sentence));
}

runProgram('api', main, explainDatabaseError);
