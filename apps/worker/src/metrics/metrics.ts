import type { RecomputeReport } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Values of the gauges, read at each scrape. */
export interface MetricSources {
  /** Lag of the longest due drop, in seconds; 0 when none is due. May reject. */
  readonly dueLagSeconds: () => Promise<number>;
  /** Age of the last successful recompute run, in seconds; infinite before the first. */
  readonly successAgeSeconds: () => number;
  /** The database's clock minus that of this process; not a number before the first reading. */
  readonly clockSkewSeconds: () => number;
}

const PASS_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of one worker process, in the text format of Prometheus. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly #duration = new Histogram({
    name: 'droptrack_pass_duration_seconds',
    help: 'Duration of recompute runs that leased drops',
    buckets: PASS_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #done = {
    drops: this.#counter('droptrack_pass_drops_total', 'Recomputed drops'),
    points: this.#counter('droptrack_pass_points_total', 'Stored hourly points'),
    revisions: this.#counter('droptrack_pass_revisions_total', 'Appended revisions'),
    failures: this.#counter('droptrack_pass_failed_drops_total', 'Drops whose values could not be computed'),
  };
  readonly #failures = new Counter({
    name: 'droptrack_job_failures_total',
    help: 'Failed runs of jobs, by job and kind of failure',
    labelNames: ['job', 'kind'],
    registers: [this.registry],
  });

  constructor({ dueLagSeconds, successAgeSeconds, clockSkewSeconds }: MetricSources) {
    this.#gauge('droptrack_pass_success_age_seconds', 'Age of the last successful recompute run', async () =>
      successAgeSeconds(),
    );
    this.#gauge('droptrack_clock_skew_seconds', 'Clock of the database minus clock of this process', async () =>
      clockSkewSeconds(),
    );
    // Read from the database at each scrape; NaN while it is unavailable.
    this.#gauge('droptrack_due_lag_seconds', 'Lag of the longest due drop', () => dueLagSeconds().catch(() => NaN));
  }

  recomputed({ drops, points, revisions, failures }: RecomputeReport, durationMs: number): void {
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
