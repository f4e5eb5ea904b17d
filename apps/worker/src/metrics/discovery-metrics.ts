import type { FinderHealth, FinderOutcome, FinderRepository, FoundReport } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clocks } from '../context';
import { type HealthGauge, registerHealthGauges } from './health-gauges';

const RUN_BUCKETS_SECONDS = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600];

/** Gauges of finders beside those that all have. */
const GAUGES: readonly HealthGauge<FinderHealth>[] = [
  { name: 'failures', help: 'Consecutive failed runs', of: ({ failures }) => failures },
  { name: 'lag_seconds', help: 'Lag of the next run', of: ({ lagMs, offReason }) => (offReason ? 0 : lagMs / 1_000) },
];

/** End of a run, as far as it is measured. */
export interface MeasuredRun {
  readonly leased: { readonly id: string };
  readonly outcome: FinderOutcome;
  readonly requests: number;
  readonly durationMs: number;
}

/** Metrics of discovery, by finder. */
export class DiscoveryMetrics {
  readonly #runs: Counter;
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #sightings: Counter;
  readonly #candidates: Counter;
  readonly #heldBack: Gauge;
  readonly #accepted: Counter;

  /** @param readLists - number of lists by their state. */
  constructor(
    registry: Registry,
    finders: Pick<FinderRepository, 'readHealth'>,
    readLists: () => Promise<Readonly<Record<string, number>>>,
    clock: Pick<Clocks, 'now'>,
  ) {
    const registers = [registry];
    const labelNames = ['finder'];
    const named = (name: string, help: string) => ({ name: `droptrack_finder_${name}`, help, labelNames, registers });
    this.#runs = new Counter({
      ...named('runs_total', 'Finished runs, by outcome'),
      labelNames: ['finder', 'outcome'],
    });
    this.#requests = new Counter(named('requests_total', 'Sent requests'));
    this.#durations = new Histogram({
      ...named('run_duration_seconds', 'Duration of a run'),
      buckets: RUN_BUCKETS_SECONDS,
    });
    this.#sightings = new Counter({
      ...named('sightings_total', 'Sightings, by change: added, changed, returned, gone, or invalid'),
      labelNames: ['finder', 'change'],
    });
    this.#candidates = new Counter(named('candidates_total', 'New candidates'));
    this.#heldBack = new Gauge(
      named('held_back_sightings', 'Sightings that wait for a candidate by the limit per day'),
    );
    this.#accepted = new Counter({
      name: 'droptrack_discovery_accepted_total',
      help: 'Candidates that were accepted automatically',
      registers,
    });
    new Gauge({
      name: 'droptrack_campaign_lists',
      help: 'Campaigns by the state of their lists: pending, verified, loaded, rejected or unavailable',
      labelNames: ['state'],
      registers,
      async collect() {
        this.reset();
        const counts = await readLists().catch(() => ({}));
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
      },
    });
    registerHealthGauges(registry, {
      kind: 'finder',
      gauges: GAUGES,
      read: (nowMs) => finders.readHealth(nowMs),
      clock,
    });
  }

  ran({ leased: { id: finder }, outcome, requests, durationMs }: MeasuredRun): void {
    this.#runs.inc({ finder, outcome: outcome.kind === 'failed' ? outcome.failureKind : outcome.kind });
    this.#requests.inc({ finder }, requests);
    this.#durations.observe({ finder }, durationMs / 1_000);
  }

  stored(finder: string, report: FoundReport): void {
    const { added, changed, returned, gone, candidates, heldBack, violations } = report;
    const changes = { added, changed, returned, gone, invalid: violations.length };
    for (const [change, count] of Object.entries(changes)) this.#sightings.inc({ finder, change }, count);
    this.#candidates.inc({ finder }, candidates.length);
    this.#heldBack.set({ finder }, heldBack);
  }

  accepted(): void {
    this.#accepted.inc();
  }
}
