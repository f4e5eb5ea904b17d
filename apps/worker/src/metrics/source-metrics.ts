import type { PollOutcome, SourceHealth, SourceInterval, SourceRepository } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clocks } from '../context';
import { type HealthGauge, registerHealthGauges } from './health-gauges';

const POLL_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];
const LAG_BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600];

/** Gauges of sources beside those that all have. */
const GAUGES: readonly HealthGauge<SourceHealth>[] = [
  { name: 'drops', help: 'Drops that the source is polled about', of: ({ drops }) => drops },
  { name: 'failing_drops', help: 'Drops whose last poll failed', of: ({ failing }) => failing },
  { name: 'lag_seconds', help: 'Lag of the longest due poll', of: ({ lagMs }) => lagMs / 1_000 },
  { name: 'budget_requests', help: 'Requests that the budget allows at once', of: ({ budgetLeft }) => budgetLeft },
  {
    name: 'failure_age_seconds',
    help: 'Time since the last failed poll',
    of: ({ failedAtMs }, nowMs) => (failedAtMs === null ? Infinity : (nowMs - failedAtMs) / 1_000),
  },
];

/** Metrics of the collection, by source. */
export class SourceMetrics {
  readonly #polls: Counter;
  readonly #requests: Counter;
  readonly #readings: Counter;
  readonly #durations: Histogram;
  readonly #lags: Histogram;

  /** @param intervals - of the sources that this worker polls. */
  constructor(
    registry: Registry,
    sources: Pick<SourceRepository, 'readHealth'>,
    intervals: readonly SourceInterval[],
    clock: Pick<Clocks, 'now'>,
  ) {
    const registers = [registry];
    const labelNames = ['source'];
    const named = (name: string, help: string) => ({ name: `droptrack_source_${name}`, help, labelNames, registers });
    this.#polls = new Counter({
      ...named('polls_total', 'Finished polls, by outcome'),
      labelNames: ['source', 'outcome'],
    });
    this.#requests = new Counter(named('requests_total', 'Sent requests'));
    this.#readings = new Counter({ ...named('readings_total', 'New readings'), labelNames: [] });
    this.#durations = new Histogram({
      ...named('poll_duration_seconds', 'Duration of a poll'),
      buckets: POLL_BUCKETS_SECONDS,
    });
    this.#lags = new Histogram({
      ...named('poll_lag_seconds', 'Lag of a poll at its start'),
      buckets: LAG_BUCKETS_SECONDS,
    });
    const interval = new Gauge(named('interval_seconds', 'Time between two polls about a drop'));
    for (const { id: source, intervalMs } of intervals) {
      interval.set({ source }, intervalMs / 1_000);
      // A counter that appears only with its first event hides that event from rates.
      this.#polls.inc({ source, outcome: 'internal' }, 0);
    }
    registerHealthGauges(registry, {
      kind: 'source',
      gauges: GAUGES,
      read: (nowMs) => sources.readHealth(nowMs),
      clock,
    });
  }

  leased(source: string, lagMs: number): void {
    this.#lags.observe({ source }, lagMs / 1_000);
  }

  ended(outcome: PollOutcome, durationMs: number): void {
    const { source, requests } = outcome;
    this.#polls.inc({ source, outcome: kindOf(outcome) });
    this.#requests.inc({ source }, requests);
    this.#durations.observe({ source }, durationMs / 1_000);
  }

  stored(readings: number): void {
    this.#readings.inc(readings);
  }
}

function kindOf(outcome: PollOutcome): string {
  if (outcome.kind === 'failed') return outcome.failureKind;
  if (outcome.kind === 'held_back') return outcome.kind;
  return outcome.readings.length > 0 ? 'reading' : 'no_reading';
}
