import type {
  LeasedTask,
  OutcomesReport,
  SourceHealth,
  SourceInterval,
  SourceRepository,
  TaskOutcome,
} from '@droptrack/persistence';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clocks } from '../context';
import { finderOf } from '../log/task-log';
import { sharedRead } from './metrics';

const RUN_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600];
const LAG_BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600];

/** A gauge with one value per source or finder, read from the database over all workers. */
interface HealthGauge {
  readonly name: string;
  readonly help: string;
  readonly of: (health: SourceHealth, nowMs: number) => number;
}

const ageOf = (atMs: number | null, nowMs: number): number => (atMs === null ? Infinity : (nowMs - atMs) / 1_000);

const GAUGES: readonly HealthGauge[] = [
  { name: 'on', help: '1 when it is used, 0 when it is off', of: ({ offReason }) => Number(!offReason) },
  {
    name: 'held_back_hosts',
    help: 'Hosts with an open circuit breaker or Retry-After',
    of: ({ heldBack }) => heldBack.length,
  },
  {
    name: 'answer_age_seconds',
    help: 'Time since the last success',
    of: ({ answeredAtMs }, nowMs) => ageOf(answeredAtMs, nowMs),
  },
];
const SOURCE_GAUGES: readonly HealthGauge[] = [
  ...GAUGES,
  { name: 'drops', help: 'Drops that the source is polled about', of: ({ drops }) => drops },
  { name: 'failing_drops', help: 'Drops whose last poll failed', of: ({ failing }) => failing },
  { name: 'lag_seconds', help: 'Lag of the longest due poll', of: ({ lagMs }) => lagMs / 1_000 },
  { name: 'budget_requests', help: 'Requests that the budget allows at once', of: ({ budgetLeft }) => budgetLeft },
  {
    name: 'failure_age_seconds',
    help: 'Time since the last failed poll',
    of: ({ failedAtMs }, nowMs) => ageOf(failedAtMs, nowMs),
  },
];
const FINDER_GAUGES: readonly HealthGauge[] = [
  ...GAUGES,
  { name: 'failures', help: 'Consecutive failed runs', of: ({ failuresInRow }) => failuresInRow },
  { name: 'lag_seconds', help: 'Lag of the next run', of: ({ lagMs, offReason }) => (offReason ? 0 : lagMs / 1_000) },
];

export interface TaskMetricsOptions {
  readonly sources: Pick<SourceRepository, 'readHealth'>;
  /** Of the sources that this worker polls. */
  readonly intervals: readonly SourceInterval[];
  /** Number of lists of campaigns by their state. */
  readonly readLists: () => Promise<Readonly<Record<string, number>>>;
  readonly clock: Pick<Clocks, 'now'>;
}

/** Metrics of tasks: of polls by source, and of finders. */
export class TaskMetrics {
  readonly #polls: RunMetrics;
  readonly #finders: RunMetrics;
  readonly #readings: Counter;
  readonly #lags: Histogram;
  readonly #sightings: Counter;
  readonly #candidates: Counter;
  readonly #heldBack: Gauge;
  readonly #accepted: Counter;

  constructor(registry: Registry, { sources, intervals, readLists, clock }: TaskMetricsOptions) {
    const registers = [registry];
    const finder = (name: string, help: string, ...labels: string[]) => ({
      name: `droptrack_finder_${name}`,
      help,
      labelNames: ['finder', ...labels],
      registers,
    });
    const source = (name: string, help: string) => ({
      name: `droptrack_source_${name}`,
      help,
      labelNames: ['source'],
      registers,
    });
    this.#polls = new RunMetrics(registry, 'source', 'poll');
    this.#finders = new RunMetrics(registry, 'finder', 'run');
    this.#readings = new Counter({ ...source('readings_total', 'New readings'), labelNames: [] });
    this.#lags = new Histogram({
      ...source('poll_lag_seconds', 'Lag of a poll at its start'),
      buckets: LAG_BUCKETS_SECONDS,
    });
    const interval = new Gauge(source('interval_seconds', 'Time between two polls about a drop'));
    for (const { id, intervalMs } of intervals) {
      interval.set({ source: id }, intervalMs / 1_000);
      // A counter that appears only with its first event hides that event from rates.
      this.#polls.runs.inc({ source: id, outcome: 'internal' }, 0);
    }
    this.#sightings = new Counter(
      finder('sightings_total', 'Sightings, by change: added, changed, returned, gone, or invalid', 'change'),
    );
    this.#candidates = new Counter(finder('candidates_total', 'New candidates'));
    this.#heldBack = new Gauge(
      finder('held_back_sightings', 'Sightings that wait for a candidate by the limit per day'),
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
        for (const [state, count] of Object.entries(await readLists().catch(() => ({})))) this.set({ state }, count);
      },
    });
    registerHealthGauges(registry, sources, clock);
  }

  leased({ kind, source }: Pick<LeasedTask, 'kind' | 'source'>, lagMs: number): void {
    if (kind === 'poll') this.#lags.observe({ source }, lagMs / 1_000);
  }

  ended(outcome: TaskOutcome, durationMs: number): void {
    if (outcome.kind === 'poll') this.#polls.ended(outcome.source, outcome, durationMs);
    if (outcome.kind === 'find') this.#finders.ended(finderOf(outcome.source), outcome, durationMs);
  }

  recorded({ readings, found }: Pick<OutcomesReport, 'readings' | 'found'>): void {
    this.#readings.inc(readings);
    for (const { source, report } of found) {
      const finder = finderOf(source);
      const { added, changed, returned, gone, candidates, heldBack, violations } = report;
      const changes = { added, changed, returned, gone, invalid: violations.length };
      for (const [change, count] of Object.entries(changes)) this.#sightings.inc({ finder, change }, count);
      this.#candidates.inc({ finder }, candidates.length);
      this.#heldBack.set({ finder }, heldBack);
    }
  }

  accepted(): void {
    this.#accepted.inc();
  }
}

/** Metrics of runs that polls and finders both have. */
class RunMetrics {
  readonly runs: Counter;
  readonly #requests: Counter;
  readonly #durations: Histogram;

  constructor(
    registry: Registry,
    private readonly label: 'source' | 'finder',
    run: 'poll' | 'run',
  ) {
    const named = (name: string, help: string, ...labels: string[]) => ({
      name: `droptrack_${label}_${name}`,
      help,
      labelNames: [label, ...labels],
      registers: [registry],
    });
    this.runs = new Counter(named(`${run}s_total`, `Finished ${run}s, by outcome`, 'outcome'));
    this.#requests = new Counter(named('requests_total', 'Sent requests'));
    const durations = named(`${run}_duration_seconds`, `Duration of a ${run}`);
    this.#durations = new Histogram({ ...durations, buckets: RUN_BUCKETS_SECONDS });
  }

  ended(id: string, outcome: TaskOutcome, durationMs: number): void {
    const labels = { [this.label]: id };
    this.runs.inc({ ...labels, outcome: kindOf(outcome) });
    this.#requests.inc(labels, outcome.requests);
    this.#durations.observe(labels, durationMs / 1_000);
  }
}

function kindOf(outcome: TaskOutcome): string {
  if (outcome.end === 'failed') return outcome.failureKind;
  if (outcome.end === 'held_back' || outcome.kind !== 'poll') return outcome.end;
  return (outcome.result.readings ?? []).length > 0 ? 'reading' : 'no_reading';
}

/** Registers gauges that are read at a scrape. They have no values while the database does not respond. */
function registerHealthGauges(
  registry: Registry,
  sources: Pick<SourceRepository, 'readHealth'>,
  clock: Pick<Clocks, 'now'>,
): void {
  const readAll = sharedRead(() => sources.readHealth(clock.now()).catch((): readonly SourceHealth[] => []), clock);
  const register = (kind: 'poll' | 'find', label: string, gauges: readonly HealthGauge[]): void => {
    for (const { name, help, of } of gauges) {
      new Gauge({
        name: `droptrack_${label}_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const nowMs = clock.now();
          this.reset();
          const all = await readAll();
          for (const each of all.filter((one) => one.kind === kind)) this.set({ [label]: each.id }, of(each, nowMs));
        },
      });
    }
  };
  register('poll', 'source', SOURCE_GAUGES);
  register('find', 'finder', FINDER_GAUGES);
}
