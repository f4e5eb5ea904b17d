import type { RecomputeReport } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the gauges read when they are asked. */
export interface MetricSources {
  /** How long the drop that waits longest has been due, in seconds; 0 when none is. May reject. */
  readonly dueLagSeconds: () => Promise<number>;
  /** Seconds since a pass last succeeded; infinite before the first. */
  readonly successAgeSeconds: () => number;
  /** The database's clock minus that of this process; not a number before the first reading. */
  readonly clockSkewSeconds: () => number;
}

const PASS_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Figures of one worker process, in Prometheus' text format. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly #duration = new Histogram({
    name: 'droptrack_pass_duration_seconds',
    help: 'Time a pass took that found drops due',
    buckets: PASS_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #done = {
    drops: this.#counter('droptrack_pass_drops_total', 'Drops brought up to date'),
    points: this.#counter('droptrack_pass_points_total', 'Hourly points written'),
    revisions: this.#counter('droptrack_pass_revisions_total', 'Revisions written'),
    failures: this.#counter('droptrack_pass_failed_drops_total', 'Drops whose figures could not be worked out'),
  };
  readonly #failures = new Counter({
    name: 'droptrack_job_failures_total',
    help: 'Runs of a job that failed, by job and kind of failure',
    labelNames: ['job', 'kind'],
    registers: [this.registry],
  });

  constructor({ dueLagSeconds, successAgeSeconds, clockSkewSeconds }: MetricSources) {
    this.#gauge('droptrack_pass_success_age_seconds', 'Time since a pass last succeeded', async () =>
      successAgeSeconds(),
    );
    this.#gauge('droptrack_clock_skew_seconds', 'Database clock minus own clock', async () => clockSkewSeconds());
    // Asked of the database at each scrape; not a number while that is away.
    this.#gauge('droptrack_due_lag_seconds', 'How long the drop that waits longest has been due', () =>
      dueLagSeconds().catch(() => NaN),
    );
  }

  passed({ drops, points, revisions, failures }: RecomputeReport, durationMs: number): void {
    if (drops === 0) return;
    this.#duration.observe(durationMs / 1_000);
    this.#done.drops.inc(drops);
    this.#done.points.inc(points);
    this.#done.revisions.inc(revisions);
    this.#done.failures.inc(failures.length);
  }

  failed(job: string, kind: string): void {
    this.#failures.inc({ job, kind });
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }

  #gauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
