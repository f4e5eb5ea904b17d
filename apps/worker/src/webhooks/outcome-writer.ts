import {
  DatabaseRejectedError,
  type DeliveryOutcome,
  type DeliveryQueue,
  type LeasedDelivery,
} from '@droptrack/persistence';
import type { WebhookMetrics } from '../metrics/webhook-metrics';
import type { WorkerContext } from '../context';
import { PollLoop } from '../schedule/poll-loop';
import { type AttemptResult, deliveryIds } from './http-sender';

export interface OutcomeWriterDeps {
  readonly context: Pick<WorkerContext, 'clock' | 'random' | 'failures' | 'logger'>;
  readonly queue: Pick<DeliveryQueue, 'record' | 'release'>;
  readonly metrics: Pick<WebhookMetrics, 'recorded'>;
}

/** Results that are recorded at once, without a wait for more. */
const FULL_BATCH = 256;
/** Most outcomes of one transaction. */
const OUTCOMES_MAX = 500;
/** Wait for more results, in milliseconds: one transaction for many outcomes. */
const GATHER_MS = 20;
/** Age of an unrecorded outcome from which the writer counts as behind, in milliseconds. */
const BEHIND_MS = 1_000;
const POLL_MS = 500;
/** Delay before an unsent delivery is due again, in milliseconds. */
const UNSENT_DELAY_MS = 60_000;
const JOB = 'outcome writer';

interface Pending<Result> {
  readonly result: Result;
  readonly done: () => void;
}

type UnsentResult = Extract<AttemptResult, { readonly fault: string }>;

/** Records the outcomes of attempts in batches, and releases unsent deliveries. Keeps outcomes while the database is away. */
export class OutcomeWriter {
  readonly #loop: PollLoop;
  #outcomes: Pending<DeliveryOutcome>[] = [];
  #unsent: Pending<UnsentResult>[] = [];
  /** When the oldest unrecorded result came, or its transaction began, monotonic. */
  #pendingSinceMs = 0;
  #isWriting = false;
  /** From a failure on, until all outcomes are recorded. */
  #hasFailed = false;

  constructor(private readonly deps: OutcomeWriterDeps) {
    this.#loop = new PollLoop(JOB, deps.context, () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  /**
   * True while an outcome has been unrecorded for too long. Until it is recorded, no delivery should be leased, as the leases
   * of unrecorded outcomes may expire and be leased again, and no attempt should start, as its outcome might be lost.
   */
  isBehind(nowMs: number): boolean {
    const isPending = this.#isWriting || this.#outcomes.length > 0;
    return this.#hasFailed || (isPending && nowMs - this.#pendingSinceMs > BEHIND_MS);
  }

  /** @returns a promise that resolves when the result is recorded, or the delivery released. Never rejects. */
  record(result: AttemptResult): Promise<void> {
    return new Promise((done) => {
      if ('fault' in result) this.#unsent.push({ result, done });
      else this.#outcomes.push({ result, done });
      const size = this.#size;
      if (size === 1 && !this.#isWriting) this.#pendingSinceMs = this.deps.context.clock.monotonicMs();
      if (size === 1 || size === FULL_BATCH) this.#loop.wake();
    });
  }

  /** Records all outcomes. @throws {DatabaseUnavailableError} Outcomes that are not recorded stay pending. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    while (this.#outcomes.length > 0) await this.#writeBatch();
    await this.#releaseUnsent();
  }

  get #size(): number {
    return this.#outcomes.length + this.#unsent.length;
  }

  async #round(): Promise<number> {
    if (this.#size === 0) return POLL_MS;
    const nowMs = this.deps.context.clock.monotonicMs();
    const gatherMs = this.#pendingSinceMs + GATHER_MS - nowMs;
    if (this.#size < FULL_BATCH && gatherMs > 0) return gatherMs;
    this.#pendingSinceMs = nowMs;
    await this.#write();
    return this.#outcomes.length === 0 ? POLL_MS : 0;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      await this.#writeBatch();
      await this.#releaseUnsent();
      if (this.#outcomes.length === 0) this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#outcomes.splice(0, OUTCOMES_MAX);
    if (batch.length === 0) return;
    try {
      await this.#recordAll(batch.map(({ result }) => result));
    } catch (error) {
      if (error instanceof DatabaseRejectedError) return this.#writeEach(batch);
      this.#outcomes.unshift(...batch);
      throw error;
    }
    batch.forEach(({ done }) => done());
  }

  /** Records outcomes one by one, so that one that the database rejects does not block the others. */
  async #writeEach(batch: readonly Pending<DeliveryOutcome>[]): Promise<void> {
    for (const [index, { result, done }] of batch.entries()) {
      try {
        await this.#recordOne(result);
      } catch (error) {
        this.#outcomes.unshift(...batch.slice(index));
        throw error;
      }
      done();
    }
  }

  async #recordOne(outcome: DeliveryOutcome): Promise<void> {
    try {
      await this.#recordAll([outcome]);
    } catch (error) {
      if (!(error instanceof DatabaseRejectedError)) throw error;
      const { logger } = this.deps.context;
      logger.error({ ...deliveryIds(outcome.delivery), err: error }, 'the database rejected the outcome of a delivery');
      // Without the text of the receiver. If that is rejected as well, the lease expires and the delivery is sent again.
      const plain = { ...outcome, response: null, error: outcome.error === null ? null : 'failed' };
      await this.#recordAll([plain]).catch((again: unknown) => {
        if (!(again instanceof DatabaseRejectedError)) throw again;
      });
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
