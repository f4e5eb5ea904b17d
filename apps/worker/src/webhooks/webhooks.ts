import { createEgress, createResolver, type Egress } from '@droptrack/egress';
import { ChannelListener, DeliveryQueue, EventRepository, DeliveryQueueHealth } from '@droptrack/persistence';
import type { Registry } from 'prom-client';
import type { WebhooksConfig } from '../config/webhooks';
import type { WorkerContext } from '../context';
import { WebhookMetrics } from '../metrics/webhook-metrics';
import { Dispatcher } from './dispatcher';
import { HttpSender } from './http-sender';
import { LOCAL_LIMITS } from './local-queue';
import { Publisher } from './publisher';
import { Recoveries } from './recoveries';
import { SigningKeys } from './signing-keys';

export interface WebhooksParts extends WorkerContext {
  readonly databaseUrl: string;
  readonly config: WebhooksConfig;
  readonly registry: Registry;
  /** Default: created from the configuration. */
  readonly egress?: Egress;
  /** Longest wait for attempts in flight when it stops, in milliseconds; default: 5 s. */
  readonly stopMs?: number;
}

/** Time-out of an attempt, in milliseconds. */
export const ATTEMPT_MS = 15_000;
/**
 * Duration of a lease, in milliseconds. An attempt starts within the first 10 s (`START_MS_MAX` of the local queue) and takes 15 s at most,
 * so 5 s are left to record its outcome.
 */
export const LEASE_MS = 30_000;

/**
 * Many endpoints may share an origin, each with its own concurrency limit: a hundred that hang must not block the others. As
 * many connections stay open as attempts may be in flight, so that the next event needs no new handshakes.
 */
const CONNECTIONS = { connectionsPerOrigin: 512, placeMs: 250, connectionsOpen: LOCAL_LIMITS.inFlight } as const;

/**
 * Webhooks of one worker: publishes events, dispatches deliveries and runs recoveries, each independently of the others.
 *
 * A change reaches an endpoint in five steps, each in a class of this folder: {@link Publisher} (log → events → pending
 * deliveries), {@link Dispatcher} (pending → leased), `LocalQueue` (leased → in flight), {@link HttpSender} (one attempt),
 * `OutcomeWriter` (in flight → delivered, retry or failed). States of a delivery, with the column `deliveries.status`:
 *
 * ```text
 *  publisher, redeliver, recovery
 *      │ (1)
 *      ▼      (2) lease         (3) first byte
 *   pending ────────────► leased ────────────► in_flight ── (5) 2xx ──────────────────► delivered
 *   'pending'             'sending'            'sending' ── (6) error, attempts left ──► retry
 *      ▲                     │                    │ │                                   'pending', due later
 *      ├── (4) released ─────┴────────────────────┘ └────── (7) error, last attempt ───► failed
 *      └── (8) lease expired ┘                                                           │
 *      └──────────────────────── (9) redeliver, recovery ◄───────────────────────────────┘
 * ```
 *
 * 1. Created in the transaction that stores the event and moves the position in the log: every change once, none left out.
 *    (`publish.spec.ts`: "loses nothing and publishes nothing twice when a worker is killed at any statement")
 * 2. One transaction increments `claims` and moves `due_at` to the end of the lease; it is committed before the first byte (durable with
 *    `synchronous_commit`, as by default). An advisory lock lets one worker lease at a time, so that the limits of an endpoint hold over all workers: four deliveries
 *    leased or in flight, its rate, and its circuit breaker.
 *    (`lease.spec.ts`: "has one worker, and an endpoint four deliveries at a time, however leases overlap")
 * 3. At most {@link LOCAL_LIMITS} deliveries per worker, in the order of the leases, none later than 10 s after its lease.
 *    (`local-queue.spec.ts`: "leaves a delivery to the expiry of its lease when the lease is older than ten seconds")
 * 4. Without a failure being counted: no room for 3 s, a wrong clock, the worker stops, no secret opens, or an internal error. An attempt that the
 *    end of the worker cuts off is due again 15 s later.
 *    (`dispatcher.spec.ts`: "stops in order: starts nothing, waits for attempts in flight, and releases the rest for later")
 * 5. to 7. Attempt and state are recorded in one transaction, for the lease of the same number only: the number fences the
 *    outcomes of expired leases, which are discarded. While outcomes cannot be recorded, nothing is leased or sent.
 *    (`outcomes.spec.ts`: "with an expired lease belongs to its next worker: a late outcome is discarded without a trace",
 *    `dispatcher.spec.ts`: "leases and starts nothing while the outcome writer %s")
 * 6. `due_at` follows the retry schedule, or a longer `Retry-After`.
 *    (`retry.spec.ts`: "waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and returns null after the tenth attempt")
 * 8. A lease expires by itself, so nothing is lost with a worker: at least once, with the same id and bytes.
 *    (`webhooks-crash.heavy.spec.ts`: "survive ten SIGKILLs at random times, and the rotation of a secret")
 * 9. From the beginning of the schedule; also from `delivered`, when it is redelivered.
 *    (`delivery.repository.spec.ts`: "sends the same bytes under the same id from the beginning; delivered before: %p")
 *
 * Circuit breaker of an endpoint (`failures`, `blocked_until`), checked by every lease and changed with the outcomes:
 *
 * ```text
 *   closed ── five failures in a row ──► open ── 10 s, doubled up to 5 min ──► half-open ── 2xx ──► closed
 *   (4 at a time)                        (none)◄──────────── error ─────────── (1 at a time)
 * ```
 *
 * An open breaker counts no attempts and loses no deliveries. 410, or five days of failures, disable the endpoint.
 * (`outcomes.spec.ts`: "opens after five failures in a row, permits one attempt when half-open, and closes after a success")
 */
export class Webhooks {
  readonly #publisher: Publisher;
  readonly #dispatcher: Dispatcher | null;
  readonly #recoveries: Recoveries;
  readonly #listener: ChannelListener;
  readonly #metrics: WebhookMetrics;
  readonly #queue: DeliveryQueue;
  #egress: Egress | null = null;

  constructor(private readonly parts: WebhooksParts) {
    const { db, databaseUrl, config, registry, clock, failures } = parts;
    const { ratePerEndpoint: ratePerSecond, ratePerHost } = config;
    this.#queue = new DeliveryQueue(db, { leaseMs: LEASE_MS, ratePerSecond, ratePerHost });
    this.#metrics = new WebhookMetrics(registry, {
      clock,
      readFigures: async () => ({
        queue: await new DeliveryQueueHealth(db).read(clock.now()),
        events: await new EventRepository(db).readLag(),
      }),
      countInFlight: () => this.#dispatcher?.inFlight ?? 0,
    });
    this.#publisher = new Publisher({ context: parts, thresholds: config.thresholds, metrics: this.#metrics });
    this.#dispatcher = config.box === null ? null : this.#createDispatcher(config.box);
    this.#recoveries = new Recoveries(parts);
    this.#listener = new ChannelListener({
      url: databaseUrl,
      onNotification: {
        droptrack_log: () => this.#publisher.wake(),
        droptrack_deliveries: () => this.#dispatcher?.wake(),
        droptrack_recoveries: () => this.#recoveries.wake(),
      },
      onInterrupted: (error) => failures.failed('listening', error),
    });
  }

  start(): void {
    const { config, logger } = this.parts;
    if (config.box === null) {
      logger.warn('webhooks are not delivered: neither WEBHOOK_SECRET_KEY nor WEBHOOK_SECRET_KEY_FILE is set');
    }
    if (config.policy.allowInsecure) {
      logger.warn('WEBHOOK_ALLOW_INSECURE is on: endpoints may be http, on any port, and on this machine');
    }
    this.#publisher.start();
    this.#dispatcher?.start();
    this.#recoveries.start();
    this.#listener.start();
  }

  /** Waits for attempts in flight for some seconds, and releases the rest. */
  async stop(): Promise<void> {
    await Promise.all([
      this.#listener.stop(),
      this.#publisher.stop(),
      this.#recoveries.stop(),
      this.#dispatcher?.stop(),
    ]);
    // Waits for attempts that were cut off, whose deliveries are released already.
    void this.#egress?.close();
  }

  #createDispatcher(box: NonNullable<WebhooksConfig['box']>): Dispatcher {
    const { config, clock, failures, logger, egress: given, stopMs } = this.parts;
    const resolver = createResolver(config.dnsServers);
    const egress =
      given ??
      createEgress(config.policy, { ...CONNECTIONS, timeoutMs: ATTEMPT_MS, resolver, nowMs: () => clock.now() });
    this.#egress = egress;
    return new Dispatcher({
      context: this.parts,
      queue: this.#queue,
      sender: new HttpSender({ egress, keys: new SigningKeys(box, failures), clock, metrics: this.#metrics, logger }),
      metrics: this.#metrics,
      ...(stopMs !== undefined && { stopMs }),
    });
  }
}
