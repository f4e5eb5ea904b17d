import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What the gauges read when they are asked. */
export interface MetricSources {
  /** Seconds since the view was last confirmed against the log. */
  readonly logStalenessSeconds: () => number;
  readonly logSeq: () => number;
  /** Database clock minus this machine's, in seconds. */
  readonly clockSkewSeconds: () => number;
  readonly knownKeys: () => number;
}

/** Figures of one API process, in Prometheus' text format. */
export class ApiMetrics {
  readonly registry = new Registry();
  readonly #answers = new Counter({
    name: 'droptrack_http_answers_total',
    help: 'Answers sent, by route and status',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'droptrack_http_duration_seconds',
    help: 'Time from request to answer, by route',
    labelNames: ['route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.registry],
  });

  constructor(sources: MetricSources) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauge('droptrack_log_staleness_seconds', 'Time since the view was confirmed', sources.logStalenessSeconds);
    this.#gauge('droptrack_log_seq', 'Newest revision in the view', sources.logSeq);
    this.#gauge('droptrack_clock_skew_seconds', 'Database clock minus own clock', sources.clockSkewSeconds);
    this.#gauge('droptrack_known_keys', 'API keys held in memory', sources.knownKeys);
  }

  answered(route: string, status: number, durationMs: number): void {
    this.#answers.inc({ route, status });
    this.#durations.observe({ route }, durationMs / 1000);
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
