import type { RecomputeQueue, RecomputeReport } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WorkerClock } from '../clock/worker-clock';
import type { Clocks } from '../context';
import type { RecomputeHealth } from '../recompute/recompute.job';

/** Parts of the worker whose state the gauges show. */
export interface MetricSources {
  readonly clock: Pick<WorkerClock, 'now' | 'skewSeconds'>;
  readonly health: Pick<RecomputeHealth, 'successAgeSeconds'>;
  readonly queue: Pick<RecomputeQueue, 'readLag'>;
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

  constructor({ clock, health, queue }: MetricSources) {
    this.#gauge('droptrack_pass_success_age_seconds', 'Age of the last successful recompute run', async () =>
      health.successAgeSeconds(),
    );
    this.#gauge('droptrack_clock_skew_seconds', 'Clock of the database minus clock of this process', async () =>
      clock.skewSeconds(),
    );
    this.#gauge('droptrack_due_lag_seconds', 'Lag of the longest due drop', () => readLagSeconds(queue, clock.now()));
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

/** 0 when no drop is due; NaN while the database is unavailable. */
async function readLagSeconds(queue: Pick<RecomputeQueue, 'readLag'>, nowMs: number): Promise<number> {
  try {
    const { oldestMs } = await queue.readLag(nowMs);
    return oldestMs === null ? 0 : (nowMs - oldestMs) / 1_000;
  } catch {
    return NaN;
  }
}

/** Age from which a shared read is repeated, in milliseconds. */
const READ_AGE_MS_MAX = 5_000;

/** Memoizes a read for some seconds, so that the gauges of one scrape share one query. */
export function sharedRead<T>(read: () => Promise<T>, clock: Pick<Clocks, 'now'>): () => Promise<T> {
  let last: { readonly read: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    const atMs = clock.now();
    if (last === null || Math.abs(atMs - last.atMs) > READ_AGE_MS_MAX) last = { read: read(), atMs };
    return last.read;
  };
}
