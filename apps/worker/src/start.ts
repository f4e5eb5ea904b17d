import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { openDatabase, type ProcessClocks } from '@droptrack/persistence';
import { DEFAULT_RULESET } from '@droptrack/scoring';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { WorkerClock, type WorkerClockDeps } from './clock/worker-clock';
import type { Config } from './config/config';
import { NO_WEBHOOKS } from './config/webhooks';
import { NestLog } from './log/nest-log';
import { TroubleLog } from './log/trouble-log';
import { WorkerMetrics } from './metrics/metrics';
import { startOperationsServer } from './metrics/operations-server';
import { Collection } from './collect/collection';
import { Webhooks } from './webhooks/webhooks';
import { PassHealth } from './pass/pass-health';
import { PeriodJob } from './schedule/period-job';
import { Scheduler } from './schedule/scheduler';
import { WorkerModule, type WorkerParts } from './worker.module';

/** The worker as a running program. */
export interface RunningWorker {
  readonly metricsPort: number;
  /** What is served there. */
  readonly registry: Registry;
  /**
   * Begins to work. Resolves once others can build on it, or once it is stopped: in the demo with
   * the sample there and nothing due, otherwise as soon as the database has answered.
   *
   * @throws what keeps it from working; a database that is away is waited for.
   */
  begin(): Promise<void>;
  /** Lets the batch under way end, then closes. */
  stop(): Promise<void>;
}

/** The port that the worker should listen on is somebody else's. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  constructor(port: number, options: ErrorOptions) {
    const way = 'set WORKER_METRICS_PORT to a free port, or to 0 for any';
    super(`Port ${port} is taken by another program: ${way}`, options);
  }
}

/**
 * One for the pass, one for what reads or copies beside it, one for what is collected, one for figures, one for the clock;
 * one each for making events, for claiming deliveries and for storing what came of them; and two for recoveries.
 */
const POOL_SIZE = 10;
const SYSTEM_CLOCKS: ProcessClocks = { now: Date.now, monotonicMs: () => performance.now() };

/**
 * Puts the worker together over the database that the configuration names. It serves figures and
 * health, and does no work before `begin`.
 *
 * @param tell - told how far the start has come, for a person who waits.
 * @param processClocks - the clocks of this process; work goes by the database's (docs/decisions/0028).
 * @throws {PortTakenError} nothing is left running then.
 */
export async function startWorker(
  {
    databaseUrl,
    metrics,
    isDemo,
    ruleset = DEFAULT_RULESET,
    sources,
    webhooks = NO_WEBHOOKS,
  }: Pick<Config, 'databaseUrl' | 'metrics' | 'isDemo' | 'sources'> & Partial<Pick<Config, 'ruleset' | 'webhooks'>>,
  logger: Logger,
  tell: (line: string) => void = () => undefined,
  processClocks: ProcessClocks = SYSTEM_CLOCKS,
): Promise<RunningWorker> {
  const db = openDatabase(databaseUrl, { poolSize: POOL_SIZE, applicationName: 'droptrack worker' });
  const random = Math.random;
  const clocks = clockOf({ db, logger, random, clocks: processClocks });
  const parts: WorkerParts = { db, databaseUrl, logger, clocks, random, isDemo, ruleset, sources, webhooks, tell };
  const app = await NestFactory.createApplicationContext(WorkerModule.with(parts), {
    logger: new NestLog(logger),
    abortOnError: false,
  });
  const { registry } = app.get(WorkerMetrics);
  const unreadiness = unreadinessOf(clocks, app.get(PassHealth));
  const server = await startOperationsServer({ registry, unreadiness }, metrics).catch(
    async (error: NodeJS.ErrnoException) => {
      await Promise.all([app.close(), db.close()]);
      throw error.code === 'EADDRINUSE' ? new PortTakenError(metrics.port, { cause: error }) : error;
    },
  );
  const scheduler = app.get(Scheduler);
  const collection = app.get(Collection);
  const told = app.get(Webhooks);
  const first = connection(parts);
  let isStopping = false;
  return {
    metricsPort: (server.address() as AddressInfo).port,
    registry,
    async begin() {
      await first.settle();
      if (isStopping) return;
      clocks.start();
      if (isDemo) await scheduler.settle();
      if (isStopping) return;
      scheduler.start();
      collection.start();
      told.start();
    },
    async stop() {
      isStopping = true;
      await first.stop();
      await Promise.all([scheduler.stop(), collection.stop(), told.stop(), clocks.stop()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await db.close();
    },
  };
}

function clockOf(deps: Pick<WorkerClockDeps, 'db' | 'logger' | 'random' | 'clocks'> & Pick<WorkerParts, 'logger'>) {
  const trouble = new TroubleLog(deps.logger, deps.clocks.monotonicMs);
  // Processes of containers have the same numbers.
  const worker = `${hostname()}/${randomBytes(4).toString('hex')}`;
  return new WorkerClock({ ...deps, worker, onFailure: (job, error) => trouble.failed(job, error) });
}

/** Every reason at once. */
function unreadinessOf(...sources: readonly { unreadiness(): string | null }[]): () => string | null {
  return () => sources.flatMap((source) => source.unreadiness() ?? []).join('; ') || null;
}

/** Asks the database for the time until it answers. */
function connection({ clocks, random, logger }: WorkerParts): Scheduler {
  const onFailure = (_: string, error: unknown): void =>
    logger.warn({ err: error }, 'the database does not answer yet');
  return new Scheduler(
    [
      new PeriodJob(
        'connection',
        () => 0,
        () => clocks.read(),
      ),
    ],
    { clocks, random, onFailure },
  );
}
