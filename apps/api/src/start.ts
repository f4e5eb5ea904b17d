import type { AddressInfo } from 'node:net';
import { openDatabase } from '@droptrack/persistence';
import { listen } from '@droptrack/program';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { assembleApi } from './assemble';
import type { Config } from './platform/config/config';
import { startMetricsServer } from './platform/metrics/metrics-server';

/** A started API. */
export interface RunningApi {
  readonly url: string;
  readonly metricsPort: number;
  /** Metrics served on that port. */
  readonly registry: Registry;
  /** Stops in order: requests, then the log, then the database. */
  stop(): Promise<void>;
}

/** Maximum wait of a request for the database, in milliseconds; then its response is 503. */
const DATABASE_TIMEOUTS = { statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 } as const;

/**
 * Starts the API over the database that the configuration names, and listens.
 *
 * @param onLogLost - called when the log has lost revisions that are published; the process must be restarted.
 * @throws {PortTakenError} {DatabaseUnavailableError} after everything is closed again.
 */
export async function startApi(config: Config, logger: Logger, onLogLost: (error: Error) => void): Promise<RunningApi> {
  warnOfWebhooks(config.webhooks, logger);
  const { url, poolSize } = config.database;
  const db = openDatabase(url, { poolSize, applicationName: 'droptrack api', ...DATABASE_TIMEOUTS });
  const cleanups: (() => Promise<unknown>)[] = [() => db.close()];
  const stop = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const { api, follower, keyUse, limits, metrics } = await assembleApi(config, logger, db, undefined, onLogLost);
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
