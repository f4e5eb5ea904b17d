import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { ClosedFor } from '../server/bound-connections';
import { RouteMetrics, type Sample } from '../fast-path/route-metrics';

/** What the gauges read when they are asked. */
export interface MetricSources {
  /** Seconds since the view was last confirmed against the log. */
  readonly logStalenessSeconds: () => number;
  readonly logSeq: () => number;
  /** Database clock minus this machine's, in seconds. */
  readonly clockSkewSeconds: () => number;
  /** Seconds by which the log is ahead of the database's clock; 0 when the clock was never set back. */
  readonly logAheadSeconds: () => number;
  /** Seconds since the database last answered. */
  readonly databaseContactAgeSeconds: () => number;
  readonly knownKeys: () => number;
  /** Requests that were counted by this process alone because Redis was away. */
  readonly limitFallbacks: () => number;
}

const FALLBACKS = 'droptrack_limit_fallbacks_total';

/** Figures of one API process, in Prometheus' text format. */
export class ApiMetrics {
  readonly registry = new Registry();
  readonly #routes = new RouteMetrics();
  readonly #closed = new Counter({
    name: 'droptrack_http_connections_closed_total',
    help: 'Connections closed by the server because of its limits: too many of them, or unread responses',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  constructor(sources: MetricSources) {
    this.#computed('droptrack_http_answers_total', 'Answers sent, by route and status', 'counter', () =>
      this.#routes.answers('droptrack_http_answers_total'),
    );
    this.#computed('droptrack_http_duration_seconds', 'Time from request to answer, by route', 'histogram', () =>
      this.#routes.durations('droptrack_http_duration_seconds'),
    );
    this.#gauge('droptrack_log_staleness_seconds', 'Time since the view was confirmed', sources.logStalenessSeconds);
    this.#gauge('droptrack_log_seq', 'Newest revision in the view', sources.logSeq);
    this.#gauge('droptrack_clock_skew_seconds', 'Database clock minus own clock', sources.clockSkewSeconds);
    this.#gauge('droptrack_log_ahead_seconds', 'Log minus database clock', sources.logAheadSeconds);
    this.#gauge(
      'droptrack_database_contact_age_seconds',
      'Time since the database last answered',
      sources.databaseContactAgeSeconds,
    );
    this.#computed(FALLBACKS, 'Requests counted by this process alone because Redis was away', 'counter', () => [
      { metricName: FALLBACKS, labels: {}, value: sources.limitFallbacks() },
    ]);
    this.#gauge('droptrack_known_keys', 'API keys held in memory', sources.knownKeys);
  }

  answered(route: string, status: number, durationMs: number): void {
    this.#routes.answered(route, status, durationMs);
  }

  connectionClosed(reason: ClosedFor): void {
    this.#closed.inc({ reason });
  }

  /** A metric that is put together when it is asked for; the registry wants no more of it than this. */
  #computed(name: string, help: string, type: 'counter' | 'histogram', samples: () => Sample[]): void {
    const metric = {
      name,
      help,
      get: () => Promise.resolve({ name, help, type, values: samples(), aggregator: 'sum' }),
    };
    this.registry.registerMetric(metric as unknown as Metric);
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
