import type { DeliveryQueue, LeasedDelivery } from '@droptrack/persistence';
import type { WorkerContext } from '../context';
import { PollLoop } from '../schedule/poll-loop';
import type { Sender } from './http-sender';
import { type LocalLimits, LocalQueue, type LocalQueueListener } from './local-queue';
import { OutcomeWriter, type OutcomeWriterDeps } from './outcome-writer';

export interface DispatcherDeps {
  readonly context: Pick<WorkerContext, 'clock' | 'random' | 'failures' | 'logger'>;
  readonly queue: Pick<DeliveryQueue, 'lease' | 'record' | 'release'>;
  readonly sender: Sender;
  readonly metrics: OutcomeWriterDeps['metrics'];
  /** Those of the service when not given. */
  readonly limits?: LocalLimits;
  /** Longest wait for attempts in flight when it stops, in milliseconds; 5 s when not given. */
  readonly stopMs?: number;
}

/** Most deliveries of one lease: no other worker can lease during it. */
const BATCH_MAX = 512;
/** Longest wait for room in the local queue before a delivery is released for other workers, in milliseconds. */
const WAIT_MS_MAX = 3_000;
/** Longest wait between two leases without a wake-up signal, in milliseconds; while more is due than there is room for. */
const POLL_MS = 500;
const BUSY_POLL_MS = 50;
/** Shortest wait between two leases of which the first was not full, in milliseconds: one lease for many signals. */
const GATHER_MS = 20;
const STOP_MS = 5_000;
/** Delay before a delivery is due that was in flight when the worker stopped, in milliseconds: its attempt may succeed. */
const CUT_OFF_DELAY_MS = 15_000;

/**
 * Leases deliveries that are due, in batches and as soon as it is woken, and hands them to the local queue. See
 * {@link Webhooks} for the states of a delivery.
 */
export class Dispatcher implements LocalQueueListener {
  readonly #local: LocalQueue;
  readonly #writer: OutcomeWriter;
  readonly #loop: PollLoop;
  readonly #batchMax: number;
  /** When the last lease ended, monotonic. */
  #leasedMs = -Infinity;
  /** The last lease was full: more may be due. */
  #wasFull = false;
  /** Due deliveries may wait for attempts in flight to their endpoints. */
  #isHeldBack = true;
  #isStopping = false;

  constructor(private readonly deps: DispatcherDeps) {
    const { context, sender, limits } = deps;
    this.#writer = new OutcomeWriter(deps);
    this.#local = new LocalQueue({
      sender,
      writer: this.#writer,
      clock: context.clock,
      listener: this,
      ...(limits !== undefined && { limits }),
    });
    this.#batchMax = Math.min(BATCH_MAX, Math.ceil(this.#local.capacity / 2));
    this.#loop = new PollLoop('dispatcher', context, () => this.#round());
  }

  /** Attempts in flight. */
  get inFlight(): number {
    return this.#local.inFlight;
  }

  start(): void {
    this.#loop.start();
    this.#writer.start();
  }

  /** Leases at once: deliveries may have become due. */
  wake(): void {
    this.#isHeldBack = true;
    this.#loop.wake();
  }

  outcomeRecorded(): void {
    if (this.#wasFull ? this.#local.room >= this.#batchMax : this.#isHeldBack) this.#loop.wake();
  }

  /** Leases nothing more, waits for attempts in flight for some seconds, records their outcomes and releases the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const closed = this.#local.close(this.deps.stopMs ?? STOP_MS);
    await this.#loop.stop();
    await this.#release(this.#local.takeWaiting());
    const cutOff = await closed;
    // Deliveries whose outcomes cannot be recorded are sent again when their leases expire.
    await this.#writer.stop().catch((error: unknown) => this.deps.context.failures.failed('outcome writer', error));
    await this.#release(cutOff, CUT_OFF_DELAY_MS);
  }

  async #round(): Promise<number> {
    const { clock } = this.deps.context;
    const nowMs = clock.monotonicMs();
    if (!clock.mayWork()) {
      await this.#release(this.#local.takeWaiting());
      return POLL_MS;
    }
    await this.#release(this.#local.takeWaiting(nowMs - WAIT_MS_MAX));
    if (this.#writer.isBehind(nowMs)) return BUSY_POLL_MS;
    const restMs = this.#restMs(nowMs);
    return restMs > 0 ? restMs : this.#lease(nowMs);
  }

  /** Wait before the next lease: for room in the local queue, or for more signals. */
  #restMs(nowMs: number): number {
    const sinceMs = nowMs - this.#leasedMs;
    const { room } = this.#local;
    if (room === 0) return BUSY_POLL_MS;
    if (!this.#wasFull) return GATHER_MS - sinceMs;
    // A full batch costs the least. Room that hanging attempts take does not come back soon, so the wait has an end.
    return room >= this.#batchMax ? 0 : BUSY_POLL_MS - sinceMs;
  }

  async #lease(nowMs: number): Promise<number> {
    const { context, queue } = this.deps;
    const { clock } = context;
    const max = Math.min(this.#batchMax, this.#local.room);
    const { deliveries, nextDueMs, isHeldBack } = await queue.lease({ nowMs: clock.now(), max });
    this.#leasedMs = clock.monotonicMs();
    this.#wasFull = deliveries.length >= max;
    this.#isHeldBack = isHeldBack;
    if (this.#isStopping) await this.#release(deliveries);
    else this.#local.add(deliveries, nowMs);
    if (this.#wasFull) return 0;
    return nextDueMs === null ? POLL_MS : Math.min(POLL_MS, Math.max(GATHER_MS, nextDueMs - clock.now()));
  }

  async #release(deliveries: readonly LeasedDelivery[], delayMs = 0): Promise<void> {
    if (deliveries.length === 0) return;
    const { context, queue } = this.deps;
    try {
      await queue.release(deliveries, { nowMs: context.clock.now(), delayMs });
    } catch (error) {
      // The leases expire by themselves.
      context.failures.failed('release of deliveries', error);
    }
  }
}
