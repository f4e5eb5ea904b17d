import { addScheduledEvents, publishEvents } from '@droptrack/persistence';
import type { HypeThresholds } from '@droptrack/webhooks';
import type { WebhookMetrics } from '../metrics/webhook-metrics';
import type { WorkerContext } from '../context';
import { PollLoop } from '../schedule/poll-loop';

interface PublisherDeps {
  readonly context: WorkerContext;
  /** Hype scores that endpoints are notified about. All workers need the same, as any of them may publish a change. */
  readonly thresholds: HypeThresholds;
  readonly metrics: Pick<WebhookMetrics, 'published'>;
}

/** Longest wait before the log is read again without a wake-up signal, in milliseconds. */
const POLL_MS = 500;
/** Longest wait before scheduled events are looked up again, in milliseconds; shorter where the next one is known. */
const SCHEDULED_POLL_MS = 30_000;
/** Shortest wait between two look-ups of scheduled events, in milliseconds: each change of the calendar triggers one. */
const SCHEDULED_GAP_MS = 1_000;

/**
 * Outbox relay: reads new revisions of the log, writes their events and a pending delivery for each subscribed endpoint,
 * and appends the scheduled events that have become due to the log.
 *
 * Events, deliveries and the position in the log are committed together, so a publisher that dies leaves neither gaps nor
 * duplicates; the publisher of any worker continues at the last commit. The commit notifies the dispatchers.
 */
export class Publisher {
  readonly #loop: PollLoop;
  /** When the next scheduled event is due, milliseconds since the epoch; at the start at once, after a possible downtime. */
  #nextScheduledMs = -Infinity;
  /** When scheduled events were last looked up, monotonic. */
  #scheduledReadMs = -Infinity;

  constructor(private readonly deps: PublisherDeps) {
    this.#loop = new PollLoop('publisher', deps.context, () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  /** Reads the log at once: it may have grown. */
  wake(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { context, thresholds, metrics } = this.deps;
    const { db, clock } = context;
    if (!clock.mayWork()) return POLL_MS;
    const report = await publishEvents(db, { nowMs: clock.now(), thresholds });
    if (report.revisions > 0) {
      metrics.published(report);
      // The calendar may have changed.
      this.#nextScheduledMs = -Infinity;
    }
    if (report.isMore) return 0;
    const hasLogGrown = this.#areScheduledEventsDue() && (await this.#appendScheduledEvents());
    return hasLogGrown ? 0 : POLL_MS;
  }

  #areScheduledEventsDue(): boolean {
    const { clock } = this.deps.context;
    const sinceMs = clock.monotonicMs() - this.#scheduledReadMs;
    return sinceMs >= SCHEDULED_POLL_MS || (sinceMs >= SCHEDULED_GAP_MS && clock.now() >= this.#nextScheduledMs);
  }

  /** @returns true if the log has grown. */
  async #appendScheduledEvents(): Promise<boolean> {
    const { db, clock } = this.deps.context;
    const { appended, nextMs } = await addScheduledEvents(db, clock.now());
    this.#scheduledReadMs = clock.monotonicMs();
    this.#nextScheduledMs = nextMs ?? Infinity;
    return appended > 0;
  }
}
