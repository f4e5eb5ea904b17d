import { type Aggregator, Counter, Gauge, type Metric, Registry } from 'prom-client';
import { CLOSED_FOR, type ClosedFor } from '../server/http-server';

/** Sources of the gauges. */
export interface MetricSources {
  /** Seconds since the view was last confirmed against the log. */
  readonly logStalenessSeconds: () => number;
  readonly logSeq: () => number;
  /** Database clock minus this machine's, in seconds. */
  readonly clockSkewSeconds: () => number;
  /** Seconds by which the log is ahead of the database's clock; 0 when the clock was never set back. */
  readonly logAheadSeconds: () => number;
  /** Seconds since the last response of the database. */
  readonly databaseContactAgeSeconds: () => number;
  /** Lag of the replica that is read, and time since the last response of its primary; null without a replica. */
  readonly replica?: {
    readonly lagSeconds: () => number;
    readonly primaryContactAgeSeconds: () => number;
  } | null;
  readonly knownKeys: () => number;
  /** Requests whose tokens were taken from buckets of this process alone because Redis was unavailable. */
  readonly limitFallbacks: () => number;
}

const FALLBACKS = 'droptrack_limit_fallbacks_total';

/** Metrics of one API process, in the text format of Prometheus. */
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
      this.#routes.counts('droptrack_http_answers_total'),
    );
    this.#computed('droptrack_http_duration_seconds', 'Time from request to answer, by route', 'histogram', () =>
      this.#routes.durations('droptrack_http_duration_seconds'),
    );
    // Of several processes, the one that is worst off counts; their clock is the same.
    const { logStalenessSeconds, logSeq, clockSkewSeconds, logAheadSeconds, databaseContactAgeSeconds } = sources;
    this.#gauge('droptrack_log_staleness_seconds', 'Time since the view was confirmed', 'max', logStalenessSeconds);
    this.#gauge('droptrack_log_seq', 'Newest revision in the view', 'min', logSeq);
    this.#gauge('droptrack_clock_skew_seconds', 'Database clock minus own clock', 'average', clockSkewSeconds);
    this.#gauge('droptrack_log_ahead_seconds', 'Log minus database clock', 'max', logAheadSeconds);
    const contactAge = 'droptrack_database_contact_age_seconds';
    this.#gauge(contactAge, 'Time since the database last answered', 'max', databaseContactAgeSeconds);
    if (sources.replica) {
      const { lagSeconds, primaryContactAgeSeconds } = sources.replica;
      const primaryAge = 'droptrack_primary_contact_age_seconds';
      this.#gauge(
        'droptrack_replica_lag_seconds',
        'Time by which the replica is behind its primary',
        'max',
        lagSeconds,
      );
      this.#gauge(primaryAge, 'Time since the primary last answered', 'max', primaryContactAgeSeconds);
    }
    this.#computed(FALLBACKS, 'Requests counted by this process alone because Redis was away', 'counter', () => [
      { metricName: FALLBACKS, labels: {}, value: sources.limitFallbacks() },
    ]);
    this.#gauge('droptrack_known_keys', 'API keys held in memory', 'max', sources.knownKeys);
    // A counter that appears only with its first event hides that event from rates.
    for (const reason of CLOSED_FOR) this.#closed.inc({ reason }, 0);
  }

  /** Counts a response and its duration. */
  record(route: string, status: number, durationMs: number): void {
    this.#routes.record(route, status, durationMs);
  }

  connectionClosed(reason: ClosedFor): void {
    this.#closed.inc({ reason });
  }

  /** Registers a metric whose samples are computed when it is read; the registry needs only these members. */
  #computed(name: string, help: string, type: 'counter' | 'histogram', samples: () => Sample[]): void {
    const metric = {
      name,
      help,
      get: () => Promise.resolve({ name, help, type, values: samples(), aggregator: 'sum' }),
    };
    this.registry.registerMetric(metric as unknown as Metric);
  }

  #gauge(name: string, help: string, aggregator: Aggregator, read: () => number): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/** Upper bounds of the histogram buckets, in seconds. */
const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5] as const;

/** One sample of a metric in the model of Prometheus. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface RouteCounts {
  readonly byStatus: Map<number, number>;
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/** Counts responses and their durations by route. A response costs additions; labels are made when the metrics are read. */
class RouteMetrics {
  readonly #routes = new Map<string, RouteCounts>();

  record(route: string, status: number, durationMs: number): void {
    let counts = this.#routes.get(route);
    if (counts === undefined) {
      counts = { byStatus: new Map(), buckets: BUCKETS_SECONDS.map(() => 0), seconds: 0, count: 0 };
      this.#routes.set(route, counts);
    }
    const seconds = durationMs / 1_000;
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    counts.seconds += seconds;
    counts.count += 1;
    const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
  }

  counts(metricName: string): Sample[] {
    return [...this.#routes].flatMap(([route, { byStatus }]) =>
      [...byStatus].map(([status, value]) => ({ metricName, labels: { route, status }, value })),
    );
  }

  /** A histogram: cumulative buckets, sum in seconds, and count. */
  durations(metricName: string): Sample[] {
    return [...this.#routes].flatMap(([route, { buckets, seconds, count }]) => {
      let below = 0;
      const bounded = buckets.map((value, index) => ({
        metricName: `${metricName}_bucket`,
        labels: { le: BUCKETS_SECONDS[index] ?? '+Inf', route },
        value: (below += value),
      }));
      return [
        ...bounded,
        { metricName: `${metricName}_bucket`, labels: { le: '+Inf', route }, value: count },
        { metricName: `${metricName}_sum`, labels: { route }, value: seconds },
        { metricName: `${metricName}_count`, labels: { route }, value: count },
      ];
    });
  }
}
