import type { AddressInfo } from 'node:net';
import { openDatabase } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { assembleApi } from './assemble';
import type { Config } from './platform/config/config';
import { startMetricsServer } from './platform/metrics/metrics-server';

/** The API as a running program. */
export interface RunningApi {
  readonly url: string;
  readonly metricsPort: number;
  /** What is served there. */
  readonly registry: Registry;
  /** Stops in order: requests, then the log, then the database. */
  stop(): Promise<void>;
}

/** A request that needs the database does not wait longer: its answer is 503 then, in milliseconds. */
const DATABASE_TIMEOUTS = { statementTimeoutMs: 2_000, connectTimeoutMs: 2_000 } as const;

/** A port that the API should listen on is somebody else's. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  constructor(variable: string, port: number, options: ErrorOptions) {
    super(`Port ${port} is taken by another program: set ${variable} to a free port, or to 0 for any`, options);
  }
}

/**
 * Starts the API over the database that the configuration names, and listens.
 *
 * @param onLogLost - called when the log went back below what is shown: the process must be started anew.
 * @throws {PortTakenError} {@link DatabaseUnavailableError}; nothing is left running then.
 */
export async function startApi(config: Config, logger: Logger, onLogLost: (error: Error) => void): Promise<RunningApi> {
  warnOfWebhooks(config.webhooks, logger);
  const { url, poolSize } = config.database;
  const db = openDatabase(url, { poolSize, applicationName: 'droptrack api', ...DATABASE_TIMEOUTS });
  const undo: (() => Promise<unknown>)[] = [() => db.close()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const { api, follower, keyUse, limits, metrics } = await assembleApi(config, logger, db, undefined, onLogLost);
    undo.push(
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
    undo.push(() => new Promise((resolve) => metricsServer.close(resolve)));
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

/** What an operator must know before anybody asks. */
function warnOfWebhooks({ box, policy }: Config['webhooks'], logger: Logger): void {
  if (box === null) {
    logger.warn('webhooks cannot be made: neither WEBHOOK_SECRET_KEY nor WEBHOOK_SECRET_KEY_FILE is set');
  }
  if (policy.allowInsecure) {
    logger.warn('WEBHOOK_ALLOW_INSECURE is on: endpoints may be http, on any port, and on this machine');
  }
}

async function listen<T>(variable: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new PortTakenError(variable, port, { cause: error });
    throw error;
  }
}
