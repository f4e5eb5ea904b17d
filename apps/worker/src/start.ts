import 'reflect-metadata';
import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { type Database, openDatabase, type ProcessClocks, requireSchema } from '@droptrack/persistence';
import { explainDatabaseError } from '@droptrack/persistence/faults';
import { releaseOf } from '@droptrack/program';
import { NestLog } from '@droptrack/program/logging';
import { serveOperations } from '@droptrack/program/metrics';
import { DEFAULT_RULESET } from '@droptrack/scoring';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { WorkerClock } from './clock/worker-clock';
import type { Config } from './config/config';
import { NO_DISCOVERY } from './config/discovery';
import { NO_WEBHOOKS } from './config/webhooks';
import { ThrottledFailureLog } from './log/failure-log';
import { healthHandlers } from './metrics/health';
import { WorkerMetrics } from './metrics/metrics';
import { Tasks } from './tasks/tasks';
import { Webhooks } from './webhooks/webhooks';
import { RecomputeHealth } from './recompute/recompute.job';
import { PeriodJob } from './schedule/period-job';
import { Scheduler } from './schedule/scheduler';
import { isNewDemo } from './sample/apply-sample';
import { WorkerModule, type WorkerParts } from './worker.module';

/** A started worker. */
export interface RunningWorker {
  readonly metricsPort: number;
  /** Metrics served on that port. */
  readonly registry: Registry;
  /**
   * Starts the jobs. Resolves once the data is usable, or once the worker is stopped: in the first start of a demo when the sample is
   * applied and no drop is due, otherwise as soon as the database responds.
   *
   * @throws errors that prevent the start, except an unavailable database, which is retried.
   */
  begin(): Promise<void>;
  /** Finishes running batches, then closes. */
  stop(): Promise<void>;
}

/**
 * Connections: one each for recompute runs, other scheduled jobs, collection, finders, lists of campaigns, metrics, the clock,
 * the publisher, the leases of deliveries and their outcomes; and two for recoveries.
 */
const POOL_SIZE = 12;
const SYSTEM_CLOCKS: ProcessClocks = { now: Date.now, monotonicMs: () => performance.now() };

const DEFAULTS = { ruleset: DEFAULT_RULESET, discovery: NO_DISCOVERY, webhooks: NO_WEBHOOKS };

/** Configuration of a worker; without them, the current ruleset, no finder and no webhooks. */
type StartConfig = Pick<Config, 'databaseUrl' | 'metrics' | 'isDemo' | 'sources'> &
  Partial<Pick<Config, keyof typeof DEFAULTS>>;

/**
 * Assembles the worker and serves metrics and health; jobs start with `begin`.
 *
 * @param report - called with the progress of the start.
 * @param processClocks - clocks of this process; due times follow the database's (docs/decisions/0028).
 * @throws {ListenError} after everything is closed again.
 */
export async function startWorker(
  { databaseUrl, metrics, ...settings }: StartConfig,
  logger: Logger,
  report: (line: string) => void = () => undefined,
  processClocks: ProcessClocks = SYSTEM_CLOCKS,
): Promise<RunningWorker> {
  const db = openDatabase(databaseUrl, { poolSize: POOL_SIZE, applicationName: 'droptrack worker' });
  const random = Math.random;
  const clock = createClock(db, processClocks, logger);
  const parts: WorkerParts = { ...DEFAULTS, ...settings, db, databaseUrl, logger, clock, random, report };
  const app = await NestFactory.createApplicationContext(WorkerModule.with(parts), {
    logger: new NestLog(logger),
    abortOnError: false,
  });
  const { registry } = app.get(WorkerMetrics);
  let isStopping = false;
  const shutdown = { unreadiness: () => (isStopping ? 'the process is shutting down' : null) };
  const checks = [shutdown, clock, app.get(RecomputeHealth)];
  const server = await serveOperations('WORKER_METRICS_PORT', metrics, registry, healthHandlers(checks)).catch(
    async (error: unknown) => {
      await Promise.all([app.close(), db.close()]);
      throw error;
    },
  );
  const scheduler = app.get(Scheduler);
  const tasks = app.get(Tasks);
  const webhookJobs = app.get(Webhooks);
  const demo = { isNew: false };
  const first = connection(parts, async () => {
    demo.isNew = settings.isDemo && (await isNewDemo(db));
  });
  return {
    metricsPort: server.port,
    registry,
    async begin() {
      await first.runUntilIdle();
      if (isStopping) return;
      clock.start();
      if (demo.isNew) await scheduler.runUntilIdle();
      if (isStopping) return;
      scheduler.start();
      tasks.start();
      webhookJobs.start();
    },
    async stop() {
      isStopping = true;
      await first.stop();
      await Promise.all([scheduler.stop(), tasks.stop(), webhookJobs.stop(), clock.stop()]);
      await server.stop();
      await app.close();
      await db.close();
    },
  };
}

function createClock(db: Database, clocks: ProcessClocks, logger: Logger): WorkerClock {
  // Process ids are the same in all containers.
  const worker = `${hostname()}/${randomBytes(4).toString('hex')}`;
  const failures = new ThrottledFailureLog(logger, clocks, null);
  return new WorkerClock({ db, clocks, worker, logger, random: Math.random, failures });
}

/** Checks the schema, reads the clock of the database and `then` what else it holds, until all succeed. */
function connection({ db, clock, random, logger }: WorkerParts, then: () => Promise<void>): Scheduler {
  const failures = {
    failed: (_: string, error: unknown) => {
      const fault = explainDatabaseError(error);
      // Another failure ends the worker, with a line of its own.
      if (fault?.code !== 'database_unavailable') return;
      logger.warn({ code: fault.code }, `the database does not respond yet: ${fault.message}`);
    },
  };
  const anyClock = { now: clock.now, monotonicMs: clock.monotonicMs, mayWork: () => true };
  const connect = async (): Promise<void> => {
    const newer = await requireSchema(db, releaseOf(__dirname));
    if (newer.length > 0)
      logger.warn({ migrations: newer }, 'the database is of a later version: complete the upgrade');
    await clock.read();
    await then();
  };
  return new Scheduler([new PeriodJob('connection', () => 0, connect)], { clock: anyClock, random, failures });
}
