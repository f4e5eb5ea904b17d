import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import {
  DatabaseUnavailableError,
  type LogGapError,
  openDatabase,
  OtherDatabaseError,
  requireSchema,
  retryTimeouts,
} from '@droptrack/persistence';
import { explainDatabaseError, explainReplicaError } from '@droptrack/persistence/faults';
import {
  type DepartureTerms,
  exitWithError,
  ExpectedError,
  listen,
  releaseOf,
  sendToParent,
  stopOnSignal,
  urlOf,
} from '@droptrack/program';
import { collectProcessMetrics, serveOperations } from '@droptrack/program/metrics';
import { findRedisFault, redisAddress } from '@droptrack/program/redis-fault';
import { runProgram } from '@droptrack/program/run-program';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { assembleApi } from './assemble';
import { type Config, loadConfig } from './platform/config/config';
import { STOP_MS_MAX } from './platform/health/drain';
import { createLogger } from './platform/logging/logger';
import { GroupOrders } from './processes/group-orders';
import { joinGroup } from './processes/join-group';
import { runGroup } from './processes/run-group';

/** Maximum wait of a request for the database, in milliseconds; then its response is 503. */
const DATABASE_TIMEOUTS = { statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 } as const;

/** A started API. */
interface RunningApi {
  readonly url: string;
  /** Absent in a group, whose primary process serves the metrics. */
  readonly metricsPort?: number;
  readonly registry: Registry;
  /** Stops in order: requests, then the log, then the database. */
  stop(terms?: DepartureTerms): Promise<void>;
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = groupLogger(createLogger(config.logLevel));
  if (config.processes !== null && cluster.isPrimary) {
    return runGroup(config, config.processes, logger, __filename);
  }
  warnOfWebhooks(config.webhooks, logger);
  const orders = cluster.isWorker ? new GroupOrders(process) : null;
  const api = await retryTimeouts(
    () => startApi(config, logger, () => orders === null || orders.isGroupStarted),
    (reason) => logger.warn({ code: 'start_repeated', reason }, `the start timed out and is repeated: ${reason}`),
  );
  collectProcessMetrics(api.registry);
  const { url, metricsPort } = api;
  const { graceMs } = config;
  if (orders !== null) joinGroup(orders, api, graceMs, () => logger.flush());
  else stopOnSignal({ stop: () => api.stop({ graceMs }) }, () => logger.flush(), graceMs + STOP_MS_MAX);
  logger.info({ url, metricsPort, ...(cluster.isWorker && { pid: process.pid }) }, 'listening');
  sendToParent({ type: 'listening', url });
}

/**
 * Starts the API over the database that the configuration names, and listens.
 *
 * @param isGroupStarted - true once all processes of the instance have been started.
 * @throws {ListenError} {@link SchemaError} {@link DatabaseUnavailableError}; everything that was started is stopped before.
 */
async function startApi(config: Config, logger: Logger, isGroupStarted: () => boolean): Promise<RunningApi> {
  const { url, readUrl, poolSize } = config.database;
  const options = { poolSize, applicationName: 'droptrack api', ...DATABASE_TIMEOUTS };
  const db = openDatabase(url, options);
  const replica = readUrl === null ? null : openDatabase(readUrl, options);
  const cleanups: ((terms?: DepartureTerms) => Promise<unknown>)[] = [
    () => Promise.all([db.close(), replica?.close()]),
  ];
  const stop = async (terms?: DepartureTerms) => {
    for (const step of cleanups.splice(0).reverse()) await step(terms);
  };
  try {
    // A new instance starts while the primary is away, as the replica has the same schema.
    const release = releaseOf(__dirname);
    const newer = await (replica === null
      ? requireSchema(db, release)
      : requireSchema(replica, release, 'read').catch(rethrowOfReplica));
    if (replica !== null) await requireSchema(db, release).catch(unlessUnavailable);
    if (newer.length > 0)
      logger.warn({ migrations: newer }, 'the database is of a later version: complete the upgrade');
    const { redisNodes } = config.limits;
    if (redisNodes !== null) await rejectUnusableRedis(redisNodes);
    const { api, follower, keyUse, limits, metrics } = await assembleApi(config, {
      logger,
      db,
      replica,
      onLogLost: exitToReload,
      isGroupStarted,
    });
    cleanups.push(
      () => keyUse.stop(),
      () => Promise.resolve(limits.stop()),
      () => follower.stop(),
    );
    await limits.start();
    follower.start();
    const operations = cluster.isWorker
      ? null
      : await serveOperations('METRICS_PORT', config.metrics, metrics.registry);
    cleanups.push(
      () => Promise.resolve(operations?.stop()),
      (terms) => api.stop(terms),
    );
    await listen('PORT', config.http, () => api.app.listen(config.http.port, config.http.host));
    const { port } = api.server.server.address() as AddressInfo;
    return {
      url: urlOf(config.http.host, port),
      ...(operations !== null && { metricsPort: operations.port }),
      registry: metrics.registry,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An outage ends no start: until Redis is back, the API counts by itself. */
async function rejectUnusableRedis(nodes: readonly string[]): Promise<void> {
  const fault = await findRedisFault(nodes);
  if (fault?.code !== 'redis_unusable') return;
  const address = nodes.map(redisAddress).join(', ');
  throw new ExpectedError(fault.code, `${fault.problem} (${address}): ${fault.mend}`);
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

/** The number of a process of a group is in each of its lines. */
const groupLogger = (logger: Logger): Logger =>
  cluster.worker === undefined ? logger : logger.child({ process: cluster.worker.id });

/** @throws the error, as one of the address of the replica. */
function rethrowOfReplica(cause: unknown): never {
  const known = explainReplicaError(cause);
  throw known === null ? cause : new ExpectedError(known.code, known.message, { cause });
}

/** @throws every other error than that the database is unavailable. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof DatabaseUnavailableError)) throw error;
}

/** Ends the process once the log is another one: the next process, which the supervisor starts, reads the whole log. */
function exitToReload(error: LogGapError | OtherDatabaseError): never {
  if (error instanceof OtherDatabaseError) return exitWithError(error);
  const { message } = error;
  const sentence = `${message}: the database was restored, or a lagging replica promoted; this process ends so that a new one reads it`;
  return exitWithError(new ExpectedError('log_lost', sentence));
}

runProgram('api', main, explainDatabaseError);
