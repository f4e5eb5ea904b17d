import type { LeasedDelivery } from '@droptrack/persistence';
import type { WorkClock } from '../context';
import type { Sender } from './http-sender';
import type { OutcomeWriter } from './outcome-writer';

/** Deliveries that one worker holds at most. */
export interface LocalLimits {
  /** Attempts in flight. */
  readonly inFlight: number;
  /** Deliveries that wait for their first byte, so that attempts start while the next batch is leased. */
  readonly waiting: number;
}

/**
 * 256 endpoints that hang at the same time, with four attempts each, fill a worker, until their circuit breakers open after
 * five failures. An attempt takes memory and connections, so more in flight slows all of them down.
 */
export const LOCAL_LIMITS: LocalLimits = { inFlight: 1_024, waiting: 512 };

/** Notified by the local queue. */
export interface LocalQueueListener {
  /** The outcome of a delivery is recorded: there is room for another one, and its endpoint may get more. */
  outcomeRecorded(): void;
}

export interface LocalQueueDeps {
  readonly sender: Sender;
  readonly writer: Pick<OutcomeWriter, 'record' | 'isBehind'>;
  readonly clock: Pick<WorkClock, 'monotonicMs' | 'mayWork'>;
  readonly listener: LocalQueueListener;
  readonly limits?: LocalLimits;
}

/** Age of a lease after which no attempt starts, in milliseconds: the attempt could outlive the lease. */
export const START_MS_MAX = 10_000;

/** Deliveries that were leased together. */
interface Batch {
  readonly deliveries: readonly LeasedDelivery[];
  started: number;
  /** Before the lease, monotonic. */
  readonly leasedMs: number;
}

/** Leased deliveries of this process: starts their attempts in the order of the leases, up to a limit in flight. */
export class LocalQueue {
  readonly #limits: LocalLimits;
  #batches: Batch[] = [];
  #waiting = 0;
  readonly #inFlight = new Set<LeasedDelivery>();
  #unrecorded = 0;
  #isClosed = false;
  #onIdle = (): void => undefined;

  constructor(private readonly deps: LocalQueueDeps) {
    this.#limits = deps.limits ?? LOCAL_LIMITS;
  }

  /** Attempts in flight. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Most deliveries that it holds. */
  get capacity(): number {
    return this.#limits.inFlight + this.#limits.waiting;
  }

  /** Number of deliveries that may be added. A delivery counts until its outcome is recorded. */
  get room(): number {
    return Math.max(0, this.capacity - this.#waiting - this.#inFlight.size - this.#unrecorded);
  }

  /** @param leasedMs - instant before the lease, monotonic. */
  add(deliveries: readonly LeasedDelivery[], leasedMs: number): void {
    if (deliveries.length === 0) return;
    this.#batches.push({ deliveries, started: 0, leasedMs });
    this.#waiting += deliveries.length;
    this.startAttempts();
  }

  /** Starts attempts as far as the limits allow. Called again whenever an attempt ends. */
  startAttempts(): void {
    for (let [batch] = this.#batches; batch !== undefined; [batch] = this.#batches) {
      const nowMs = this.deps.clock.monotonicMs();
      if (!this.#mayStart(nowMs)) return;
      if (nowMs - batch.leasedMs > START_MS_MAX) {
        // As after a suspend of the machine. The leases expire by themselves.
        this.#remove(batch);
        continue;
      }
      const next = batch.deliveries[batch.started];
      batch.started += 1;
      this.#waiting -= 1;
      if (batch.started === batch.deliveries.length) this.#remove(batch);
      if (next !== undefined) void this.#attempt(next);
    }
  }

  /** Removes and returns deliveries whose attempt has not started and whose lease is older than an instant, monotonic. */
  takeWaiting(beforeMs = Infinity): LeasedDelivery[] {
    const taken = this.#batches.filter(({ leasedMs }) => leasedMs < beforeMs);
    taken.forEach((batch) => this.#remove(batch));
    return taken.flatMap(({ deliveries, started }) => deliveries.slice(started));
  }

  /**
   * Starts no more attempts and waits for those in flight.
   *
   * @param waitMs - longest wait, in milliseconds.
   * @returns deliveries that are still in flight then; their results are discarded.
   */
  async close(waitMs: number): Promise<LeasedDelivery[]> {
    this.#isClosed = true;
    await this.#untilIdle(waitMs);
    const cutOff = [...this.#inFlight];
    this.#inFlight.clear();
    return cutOff;
  }

  #mayStart(nowMs: number): boolean {
    const { clock, writer } = this.deps;
    if (this.#isClosed || this.#inFlight.size >= this.#limits.inFlight) return false;
    return clock.mayWork() && !writer.isBehind(nowMs);
  }

  #remove(batch: Batch): void {
    this.#batches = this.#batches.filter((other) => other !== batch);
    this.#waiting -= batch.deliveries.length - batch.started;
  }

  async #attempt(delivery: LeasedDelivery): Promise<void> {
    const { sender, writer, listener } = this.deps;
    this.#inFlight.add(delivery);
    const result = await sender.send(delivery);
    // Released at the end of close(): another worker may hold it.
    if (!this.#inFlight.delete(delivery)) return;
    if (this.#inFlight.size === 0) this.#onIdle();
    this.#unrecorded += 1;
    const recorded = writer.record(result);
    this.startAttempts();
    await recorded;
    this.#unrecorded -= 1;
    this.startAttempts();
    listener.outcomeRecorded();
  }

  #untilIdle(waitMs: number): Promise<void> {
    if (this.#inFlight.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
