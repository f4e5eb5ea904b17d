import { type DynamicModule, Module } from '@nestjs/common';
import type { SourcesConfig } from '@droptrack/connectors';
import { type Database, RecomputeQueue, DeliveryQueueHealth } from '@droptrack/persistence';
import type { Ruleset } from '@droptrack/scoring';
import type { WorkerClock } from './clock/worker-clock';
import type { DiscoveryConfig } from './config/discovery';
import type { WebhooksConfig } from './config/webhooks';
import { Webhooks } from './webhooks/webhooks';
import { sampleJobs } from './sample/apply-sample';
import type { WorkerContext } from './context';
import { Tasks } from './tasks/tasks';
import { ThrottledFailureLog } from './log/failure-log';
import { WorkerMetrics } from './metrics/metrics';
import { RecomputeHealth, RecomputeJob } from './recompute/recompute.job';
import { RetentionJob } from './retention/retention.job';
import { minuteOf, PeriodJob } from './schedule/period-job';
import { type Job, Scheduler } from './schedule/scheduler';

/** Dependencies of the worker. */
export interface WorkerParts extends Omit<WorkerContext, 'failures'> {
  /** URL of `db`, for the connection that listens for notifications. */
  readonly databaseUrl: string;
  readonly clock: WorkerClock;
  readonly isDemo: boolean;
  /** Ruleset of new points and scores. */
  readonly ruleset: Ruleset;
  readonly sources: SourcesConfig;
  readonly discovery: DiscoveryConfig;
  readonly webhooks: WebhooksConfig;
  /** Called with the progress of the start. */
  readonly report: (line: string) => void;
}

@Module({})
export class WorkerModule {
  static with(parts: WorkerParts): DynamicModule {
    const { db, clock, logger, ruleset, sources, discovery, webhooks: config } = parts;
    const contextOf = (metrics: WorkerMetrics): WorkerContext => ({
      ...parts,
      failures: new ThrottledFailureLog(logger, clock, metrics),
    });
    return {
      module: WorkerModule,
      providers: [
        { provide: RecomputeHealth, useValue: new RecomputeHealth(clock) },
        {
          provide: WorkerMetrics,
          useFactory: (health) => new WorkerMetrics({ clock, health, queue: new RecomputeQueue(db) }),
          inject: [RecomputeHealth],
        },
        {
          provide: RecomputeJob,
          useFactory: (metrics, health) => new RecomputeJob({ db, clock, logger, metrics, health, ruleset }),
          inject: [WorkerMetrics, RecomputeHealth],
        },
        {
          provide: Scheduler,
          useFactory: (recompute, metrics) => new Scheduler(jobsOf(parts, recompute), contextOf(metrics)),
          inject: [RecomputeJob, WorkerMetrics],
        },
        {
          provide: Tasks,
          useFactory: (metrics) => new Tasks(contextOf(metrics), { sources, discovery }, metrics.registry),
          inject: [WorkerMetrics],
        },
        {
          provide: Webhooks,
          useFactory: (metrics) =>
            new Webhooks({ ...parts, ...contextOf(metrics), config, registry: metrics.registry }),
          inject: [WorkerMetrics],
        },
      ],
    };
  }
}

/** Jobs that run one at a time. The sample comes before the recompute run, which then finds its drops due. */
function jobsOf(parts: WorkerParts, recompute: RecomputeJob): Job[] {
  const { db, isDemo, report } = parts;
  return [...(isDemo ? sampleJobs(db, report) : []), recompute, recallJob(db), new RetentionJob(parts)];
}

/** Makes deliveries due that a wrong clock has postponed, at most a minute after the clock is right again. */
const recallJob = (db: Database): PeriodJob =>
  new PeriodJob(
    'recall of deliveries',
    minuteOf,
    async (nowMs) => void (await new DeliveryQueueHealth(db).recall(nowMs)),
  );
