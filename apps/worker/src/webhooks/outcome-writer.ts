import type { DeliveryOutcome, DeliveryQueue, LeasedDelivery } from '@droptrack/persistence';
import type { WebhookMetrics } from '../metrics/webhook-metrics';
import type { WorkerContext } from '../context';
import { OutcomeBuffer } from '../schedule/outcome-buffer';
import { PollLoop } from '../schedule/poll-loop';
import { type AttemptResult, deliveryIds } from './http-sender';

export interface OutcomeWriterDeps {
  readonly context: Pick<WorkerContext, 'clock' | 'random' | 'failures' | 'logger'>;
  readonly queue: Pick<DeliveryQueue, 'record' | 'release'>;
  readonly metrics: Pick<WebhookMetrics, 'recorded'>;
}

/** Results that are recorded at once, without a wait for more. */
const FULL_BATCH = 256;
/** Wait for more results, in milliseconds: one transaction for many outcomes. */
const GATHER_MS = 20;
/** Age of an unrecorded outcome from which the writer counts as behind, in milliseconds. */
const BEHIND_MS = 1_000;
const POLL_MS = 500;
/** Delay before an unsent delivery is due again, in milliseconds. */
const UNSENT_DELAY_MS = 60_000;
const JOB = 'outcome writer';

interface Unsent {
  readonly result: Extract<AttemptResult, { readonly fault: string }>;
  readonly done: () => void;
}

/** Records the outcomes of attempts in batches, and releases unsent deliveries. Keeps outcomes while the database is away. */
export class OutcomeWriter {
  readonly #loop: PollLoop;
  readonly #outcomes: OutcomeBuffer<DeliveryOutcome>;
  #unsent: Unsent[] = [];
  /** When the oldest unrecorded result came, or its transaction began, monotonic. */
  #pendingSinceMs = 0;
  #isWriting = false;
  /** From a failure on, until all outcomes are recorded. */
  #hasFailed = false;

  constructor(private readonly deps: OutcomeWriterDeps) {
    this.#loop = new PollLoop(JOB, deps.context, () => this.#round());
    this.#outcomes = new OutcomeBuffer<DeliveryOutcome>({
      record: async (outcomes) => {
        await this.#recordAll(outcomes);
        return [];
      },
      replace: (outcome, err) => {
        const ids = deliveryIds(outcome.delivery);
        deps.context.logger.error({ ...ids, err }, 'the database rejected the outcome of a delivery');
        // Without the text of the receiver. If that is rejected as well, the lease expires and the delivery is sent again.
        return { ...outcome, response: null, error: outcome.error === null ? null : 'failed' };
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /**
   * True while an outcome has been unrecorded for too long. Until it is recorded, no delivery should be leased, as the leases
   * of unrecorded outcomes may expire and be leased again, and no attempt should start, as its outcome might be lost.
   */
  isBehind(nowMs: number): boolean {
    const isPending = this.#isWriting || this.#outcomes.size > 0;
    return this.#hasFailed || (isPending && nowMs - this.#pendingSinceMs > BEHIND_MS);
  }

  /** @returns a promise that resolves when the result is recorded, or the delivery released. Never rejects. */
  record(result: AttemptResult): Promise<void> {
    const recorded =
      'fault' in result
        ? new Promise<void>((done) => void this.#unsent.push({ result, done }))
        : this.#outcomes.add(result);
    const size = this.#size;
    if (size === 1 && !this.#isWriting) this.#pendingSinceMs = this.deps.context.clock.monotonicMs();
    if (size === 1 || size === FULL_BATCH) this.#loop.wake();
    return recorded;
  }

  /** Records all outcomes. @throws {DatabaseUnavailableError} Outcomes that are not recorded stay pending. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    while (this.#outcomes.size > 0) await this.#outcomes.recordBatch();
    await this.#releaseUnsent();
  }

  get #size(): number {
    return this.#outcomes.size + this.#unsent.length;
  }

  async #round(): Promise<number> {
    if (this.#size === 0) return POLL_MS;
    const nowMs = this.deps.context.clock.monotonicMs();
    const gatherMs = this.#pendingSinceMs + GATHER_MS - nowMs;
    if (this.#size < FULL_BATCH && gatherMs > 0) return gatherMs;
    this.#pendingSinceMs = nowMs;
    await this.#write();
    return this.#outcomes.size === 0 ? POLL_MS : 0;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      await this.#outcomes.recordBatch();
      await this.#releaseUnsent();
      if (this.#outcomes.size === 0) this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  async #recordAll(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const { context, queue, metrics } = this.deps;
    const report = await queue.record(outcomes, { nowMs: context.clock.now(), random: context.random });
    metrics.recorded(report);
    for (const endpoint of report.disabled) context.logger.info({ endpoint }, 'an endpoint is disabled');
  }

  async #releaseUnsent(): Promise<void> {
    const unsent = this.#unsent.splice(0);
    if (unsent.length === 0) return;
    const deliveries: LeasedDelivery[] = unsent.map(({ result }) => result.delivery);
    const { context, queue } = this.deps;
    await queue
      .release(deliveries, { nowMs: context.clock.now(), delayMs: UNSENT_DELAY_MS })
      .catch((error: unknown) => {
        // The leases expire by themselves.
        context.failures.failed('release of deliveries', error);
      });
    unsent.forEach(({ done }) => done());
  }
}
