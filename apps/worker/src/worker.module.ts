import { type DynamicModule, Module } from '@nestjs/common';
import type { SourcesConfig } from '@droptrack/connectors';
import { type Database, RecomputeQueue, recallDeliveries } from '@droptrack/persistence';
import type { Ruleset } from '@droptrack/scoring';
import type { Logger } from 'pino';
import type { WorkerClock } from './clock/worker-clock';
import { Collection } from './collect/collection';
import type { WebhooksConfig } from './config/webhooks';
import { Webhooks } from './webhooks/webhooks';
import { sampleJobs } from './sample/apply-sample';
import { kindOf, TroubleLog } from './log/trouble-log';
import { WorkerMetrics } from './metrics/metrics';
import { RecomputeHealth, RecomputeJob } from './recompute/recompute.job';
import { RetentionJob } from './retention/retention.job';
import { minuteOf, PeriodJob } from './schedule/period-job';
import { Scheduler } from './schedule/scheduler';

/** Dependencies of the worker. */
export interface WorkerParts {
  readonly db: Database;
  /** URL of `db`, for the connection that listens for notifications. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Also blocks jobs while the clocks differ. */
  readonly clocks: WorkerClock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly isDemo: boolean;
  /** Ruleset of new points and scores. */
  readonly ruleset: Ruleset;
  readonly sources: SourcesConfig;
  readonly webhooks: WebhooksConfig;
  /** Called with the progress of the start. */
  readonly report: (line: string) => void;
}

@Module({})
export class WorkerModule {
  static with(parts: WorkerParts): DynamicModule {
    const { db, clocks, logger, ruleset } = parts;
    return {
      module: WorkerModule,
      providers: [
        { provide: RecomputeHealth, useValue: new RecomputeHealth(clocks.monotonicMs) },
        { provide: WorkerMetrics, useFactory: (health) => metricsOf(parts, health), inject: [RecomputeHealth] },
        {
          provide: RecomputeJob,
          useFactory: (metrics, health) => new RecomputeJob({ db, clocks, logger, metrics, health, ruleset }),
          inject: [WorkerMetrics, RecomputeHealth],
        },
        {
          provide: Scheduler,
          useFactory: (pass, metrics) => schedulerOf(parts, pass, metrics),
          inject: [RecomputeJob, WorkerMetrics],
        },
        { provide: Collection, useFactory: (metrics) => collectionOf(parts, metrics), inject: [WorkerMetrics] },
        { provide: Webhooks, useFactory: (metrics) => webhooksOf(parts, metrics), inject: [WorkerMetrics] },
      ],
    };
  }
}

function metricsOf({ db, clocks }: WorkerParts, health: RecomputeHealth): WorkerMetrics {
  return new WorkerMetrics({
    successAgeSeconds: () => health.successAgeSeconds(),
    clockSkewSeconds: () => clocks.skewSeconds(),
    dueLagSeconds: async () => {
      const nowMs = clocks.now();
      const { oldestMs } = await new RecomputeQueue(db).readLag(nowMs);
      return oldestMs === null ? 0 : (nowMs - oldestMs) / 1_000;
    },
  });
}

/** Sends the deliveries that a wrong clock put off, at the latest a minute after the clock is right again. */
const recallJob = (db: Database): PeriodJob =>
  new PeriodJob('recall of deliveries', minuteOf, async (nowMs) => void (await recallDeliveries(db, nowMs)));

/** The sample comes before the pass, which then finds it due. */
function schedulerOf(parts: WorkerParts, pass: RecomputeJob, metrics: WorkerMetrics): Scheduler {
  const { db, clocks, random, isDemo, report } = parts;
  const jobs = [...(isDemo ? sampleJobs(db, report) : []), pass, recallJob(db), new RetentionJob(parts)];
  return new Scheduler(jobs, { clocks, random, onFailure: failuresOf(parts, metrics), mayWork: clocks.mayWork });
}

function collectionOf(parts: WorkerParts, metrics: WorkerMetrics): Collection {
  const { sources: config, ...rest } = parts;
  const { registry } = metrics;
  return new Collection({
    ...rest,
    config,
    registry,
    onFailure: failuresOf(parts, metrics),
    mayWork: parts.clocks.mayWork,
  });
}

function webhooksOf(parts: WorkerParts, metrics: WorkerMetrics): Webhooks {
  const { webhooks: config, clocks: clock, ...rest } = parts;
  const { registry } = metrics;
  return new Webhooks({ ...rest, config, registry, clock, failures: { failed: failuresOf(parts, metrics) } });
}

function failuresOf({ logger, clocks }: WorkerParts, metrics: WorkerMetrics) {
  const trouble = new TroubleLog(logger, clocks.monotonicMs);
  return (job: string, error: unknown): void => {
    metrics.failed(job, kindOf(error));
    trouble.failed(job, error);
  };
}
