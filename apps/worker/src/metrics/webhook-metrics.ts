import type { DeliveryOutcome, EventLag, QueueHealth } from '@droptrack/persistence';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clocks } from '../context';
import { sharedRead } from './metrics';

const LAG_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800];
const ATTEMPT_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15];

/** Values of gauges over all workers, read from the database at a scrape. */
interface WebhookFigures {
  readonly queue: QueueHealth;
  readonly events: EventLag;
}

interface WebhookMetricSources {
  readonly clock: Pick<Clocks, 'now'>;
  /** May reject. */
  readFigures(): Promise<WebhookFigures>;
  /** Attempts in flight in this process. */
  countInFlight(): number;
}

/** Outcomes of attempts that alerts and panels divide. */
const OUTCOMES = ['delivered', 'cut_off', '3xx', '4xx', '5xx', 'no_answer', 'unsigned', 'internal'] as const;

type Read = (figures: WebhookFigures, nowMs: number) => number;
const ageSeconds = (sinceMs: number | null, nowMs: number): number =>
  sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) / 1_000;

const GAUGES: readonly { readonly name: string; readonly help: string; readonly of: Read }[] = [
  { name: 'webhook_pending', help: 'Deliveries that wait for an attempt', of: ({ queue }) => queue.pending },
  {
    name: 'webhook_oldest_pending_seconds',
    help: 'Lag of the longest due delivery',
    of: ({ queue }, nowMs) => ageSeconds(queue.oldestDueMs, nowMs),
  },
  { name: 'webhook_sending', help: 'Deliveries that workers have leased', of: ({ queue }) => queue.sending },
  {
    name: 'webhook_blocked_endpoints',
    help: 'Endpoints whose circuit breaker is open',
    of: ({ queue }) => queue.blockedEndpoints,
  },
  {
    name: 'webhook_disabled_endpoints',
    help: 'Endpoints that are disabled',
    of: ({ queue }) => queue.disabledEndpoints,
  },
  {
    name: 'event_lag_revisions',
    help: 'Revisions of the log that are not published yet',
    of: ({ events }) => events.revisions,
  },
  {
    name: 'event_lag_seconds',
    help: 'Age of the first of those revisions',
    of: ({ events }, nowMs) => ageSeconds(events.sinceMs, nowMs),
  },
];

/** Metrics of events and of their delivery. */
export class WebhookMetrics {
  readonly #lag: Histogram;
  readonly #duration: Histogram;
  readonly #attempts: Counter;
  readonly #success: Counter;
  readonly #void: Counter;
  readonly #events: Counter;
  readonly #deliveries: Counter;

  constructor(registry: Registry, sources: WebhookMetricSources) {
    const registers = [registry];
    const named = (name: string, help: string) => ({ name: `droptrack_${name}`, help, registers });
    this.#lag = new Histogram({
      ...named('webhook_delivery_lag_seconds', 'Lag of a delivery at the start of its attempt'),
      buckets: LAG_BUCKETS_SECONDS,
    });
    this.#duration = new Histogram({
      ...named('webhook_attempt_duration_seconds', 'Duration of an attempt'),
      buckets: ATTEMPT_BUCKETS_SECONDS,
    });
    this.#attempts = new Counter({
      ...named('webhook_attempts_total', 'Completed attempts, by outcome'),
      labelNames: ['outcome'],
    });
    // A counter that appears only with its first event hides that event from rates.
    for (const outcome of OUTCOMES) this.#attempts.inc({ outcome }, 0);
    this.#success = new Counter(named('webhook_delivered_total', 'Deliveries with a 2xx response'));
    this.#void = new Counter(
      named('webhook_void_attempts_total', 'Attempts whose outcome was discarded, as their lease had expired'),
    );
    this.#events = new Counter(named('events_total', 'Events that were published'));
    this.#deliveries = new Counter(named('webhook_deliveries_total', 'Deliveries that were created for events'));
    new Gauge({
      ...named('webhook_attempts_under_way', 'Attempts in flight in this process'),
      collect() {
        this.set(sources.countInFlight());
      },
    });
    const { clock } = sources;
    const read = sharedRead(() => sources.readFigures().catch(() => null), clock);
    for (const { name, help, of } of GAUGES) {
      new Gauge({
        ...named(name, help),
        // NaN while the database is unavailable.
        async collect() {
          const figures = await read();
          this.set(figures === null ? NaN : of(figures, clock.now()));
        },
      });
    }
  }

  began(lagMs: number): void {
    this.#lag.observe(Math.max(0, lagMs) / 1_000);
  }

  ended(outcome: DeliveryOutcome): void {
    this.#attempts.inc({ outcome: kindOf(outcome) });
    this.#duration.observe(outcome.durationMs / 1_000);
  }

  /** Counts a delivery that was not sent, by the reason. */
  unsent(fault: string): void {
    this.#attempts.inc({ outcome: fault });
  }

  recorded({ delivered, void: discarded }: { readonly delivered: number; readonly void: number }): void {
    this.#success.inc(delivered);
    this.#void.inc(discarded);
  }

  published({ events, deliveries }: { readonly events: number; readonly deliveries: number }): void {
    this.#events.inc(events);
    this.#deliveries.inc(deliveries);
  }
}

/** `delivered`, the class of an error status, `cut_off` for an incomplete success, or `no_answer`. */
function kindOf({ isDelivered, statusCode }: DeliveryOutcome): string {
  if (isDelivered) return 'delivered';
  if (statusCode === null) return 'no_answer';
  return statusCode >= 200 && statusCode <= 299 ? 'cut_off' : `${Math.floor(statusCode / 100)}xx`;
}
