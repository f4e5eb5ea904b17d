import { createEgress, createResolver, type Egress } from '@droptrack/egress';
import {
  ChannelListener,
  claimDeliveries,
  type ClaimedDelivery,
  type Database,
  type DeliveryOutcome,
  readEventLag,
  readQueueHealth,
  returnDeliveries,
  settleDeliveries,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clocks } from '../clocks';
import type { WebhooksConfig } from '../config/webhooks';
import { EventFeed } from '../events/event-feed';
import { WebhookMetrics } from '../metrics/webhook-metrics';
import { attempt, type Unsent } from './attempt';
import { Delivery, LEASE_MS } from './delivery';
import { Recoveries } from './recoveries';
import { ROOM } from './room';
import { SigningKeys } from './signing-keys';

export interface WebhooksParts {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly config: WebhooksConfig;
  readonly registry: Registry;
  readonly clocks: Clocks;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly onFailure: (job: string, error: unknown) => void;
  /** True while work may be begun; always when not given. */
  readonly mayWork?: () => boolean;
  /** Where deliveries leave by; one by the configuration when not given. */
  readonly egress?: Egress;
  /** What is under way when it stops is given this long to end, in milliseconds; 5 s when not given. */
  readonly stopMs?: number;
}

/**
 * What one origin gets at once: many endpoints may be at one, of which each has a bound of its own, and a few that hang must
 * not keep the others waiting. And what is open in all: were it less than what may be under way to as many origins, each
 * delivery of the next event would shake hands anew.
 */
const CONNECTIONS = { connectionsPerOrigin: 256, placeMs: 250, connectionsOpen: ROOM.quick } as const;

/** Makes events of the log, and tells endpoints of them, beside the passes: neither waits for the other. */
export class Webhooks {
  readonly #feed: EventFeed;
  readonly #delivery: Delivery | null;
  readonly #recoveries: Recoveries;
  readonly #listener: ChannelListener;
  readonly #metrics: WebhookMetrics;
  readonly #terms: { readonly leaseMs: number; readonly ratePerSecond: number; readonly ratePerHost: number };
  #egress: Egress | null = null;

  constructor(private readonly parts: WebhooksParts) {
    const { db, databaseUrl, config, registry, clocks, onFailure } = parts;
    this.#metrics = new WebhookMetrics(registry, {
      figures: async () => ({ queue: await readQueueHealth(db, clocks.now()), events: await readEventLag(db) }),
      underWay: () => this.#delivery?.underWay ?? 0,
      nowMs: clocks.now,
    });
    this.#terms = { leaseMs: LEASE_MS, ratePerSecond: config.ratePerEndpoint, ratePerHost: config.ratePerHost };
    this.#delivery = config.box === null ? null : this.#deliveryOf(config.box);
    this.#feed = new EventFeed({
      ...parts,
      thresholds: config.thresholds,
      offer: (isBehind) => this.#offer(isBehind),
      take: async (deliveries, sinceMs) => this.#delivery?.take(deliveries, sinceMs),
      onTurned: (report) => {
        this.#metrics.turned(report);
        if (report.deliveries > report.taken.length) this.#delivery?.wake();
      },
    });
    this.#recoveries = new Recoveries(parts);
    this.#listener = new ChannelListener({
      url: databaseUrl,
      onHeard: {
        droptrack_log: () => this.#feed.wake(),
        droptrack_deliveries: () => this.#delivery?.wake(),
        droptrack_recoveries: () => this.#recoveries.wake(),
      },
      onTrouble: (error) => onFailure('listening', error),
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
    this.#feed.start();
    this.#delivery?.start();
    this.#recoveries.start();
    this.#listener.start();
  }

  /** Lets what is under way end, for some seconds, and gives back the rest. */
  async stop(): Promise<void> {
    await Promise.all([this.#listener.stop(), this.#feed.stop(), this.#recoveries.stop(), this.#delivery?.stop()]);
    // It lets what is under way end, which is no longer ours.
    void this.#egress?.close();
  }

  #deliveryOf(box: NonNullable<WebhooksConfig['box']>): Delivery {
    const { db, config, clocks, random, onFailure, logger, mayWork, egress, stopMs } = this.parts;
    const resolver = createResolver(config.dnsServers);
    const out = (this.#egress = egress ?? createEgress(config.policy, { ...CONNECTIONS, resolver, nowMs: clocks.now }));
    const keys = new SigningKeys(box, (error) => onFailure('signing', error));
    const onBug = (delivery: ClaimedDelivery, error: unknown) =>
      logger.error({ ...nameOf(delivery), err: error }, 'a delivery failed in a way that nobody foresaw');
    return new Delivery({
      clocks,
      random,
      onFailure,
      onRoom: () => this.#feed.roomFreed(),
      ...(mayWork !== undefined && { mayWork }),
      ...(stopMs !== undefined && { stopMs }),
      claim: (options) => claimDeliveries(db, { ...options, ...this.#terms, nowMs: clocks.now() }),
      attempt: async (delivery) => {
        this.#metrics.began(clocks.now() - delivery.dueMs);
        const end = await attempt(delivery, { egress: out, keys, clocks, onBug });
        this.#ended(end);
        return end;
      },
      settle: (outcomes) => this.#settle(outcomes),
      giveBack: (deliveries, delayMs) => {
        const nowMs = clocks.now();
        return returnDeliveries(db, deliveries, nowMs, delayMs > 0 ? nowMs + delayMs : null);
      },
      onUnstorable: ({ delivery }, error) =>
        logger.error({ ...nameOf(delivery), err: error }, 'what came of a delivery cannot be stored'),
    });
  }

  #offer(isBehind: boolean) {
    const offer = this.#delivery?.offer(isBehind) ?? null;
    if (offer === null || offer === 'soon') return offer;
    return { ...offer, ...this.#terms };
  }

  #ended(end: DeliveryOutcome | Unsent): void {
    // What the fault is was logged where it is known.
    if ('fault' in end) return this.#metrics.unsent(end.fault);
    this.#metrics.ended(end);
    const { delivery, isDelivered, statusCode, error, durationMs } = end;
    if (!isDelivered) {
      const url = withoutQuery(delivery.url);
      this.parts.logger.debug({ ...nameOf(delivery), url, statusCode, reason: error, durationMs }, 'not delivered');
    }
  }

  async #settle(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const { db, clocks, random, logger } = this.parts;
    const report = await settleDeliveries(db, outcomes, { nowMs: clocks.now(), random });
    this.#metrics.settled(report);
    for (const endpoint of report.disabled) logger.info({ endpoint }, 'an endpoint is disabled');
  }
}

const nameOf = ({ id, endpointId, eventId }: ClaimedDelivery) => ({
  delivery: id,
  endpoint: endpointId,
  event: eventId,
});

/** Owners may have put a secret of theirs behind the question mark. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
