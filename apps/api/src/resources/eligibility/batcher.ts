import { UnavailableError } from '../../platform/errors/domain-error';

/** Limits of a batcher. */
export interface BatchLimits<Request = unknown> {
  /** Size of a request in the limits below; 1 by default. */
  readonly sizeOf?: (request: Request) => number;
  /** Maximum size of a batch of several requests. */
  readonly batchSizeMax: number;
  /** Maximum concurrent batches, so that one slow batch does not delay all others. */
  readonly concurrentBatchesMax: number;
  /** Maximum size of the requests that wait or are in flight, from which on further requests are rejected. */
  readonly pendingMax: number;
  /** Maximum wait in milliseconds; requests that waited longer are rejected, because their callers have given up. */
  readonly waitMsMax: number;
}

interface Pending<Request, Result> {
  readonly request: Request;
  readonly size: number;
  readonly sinceMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines requests into batches: those of one turn of the event loop, and those that arrive while the maximum number of
 * batches is in flight. Each request receives its own result; a failed batch rejects only its own requests.
 */
export class Batcher<Request, Result> {
  #waiting: Pending<Request, Result>[] = [];
  #batches = 0;
  /** Size of the requests that wait or are in flight. */
  #pending = 0;
  #isScheduled = false;

  /**
   * @param runBatch - returns one result per request, in order.
   * @param monotonicMs - monotonic clock, in milliseconds.
   */
  constructor(
    private readonly runBatch: (requests: readonly Request[]) => Promise<readonly Result[]>,
    private readonly limits: BatchLimits<Request>,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** @throws {UnavailableError} if too many requests are pending or this one waited too long; and errors of the batch. */
  load(request: Request): Promise<Result> {
    if (this.#pending >= this.limits.pendingMax) return Promise.reject(tooMany());
    const size = this.limits.sizeOf?.(request) ?? 1;
    this.#pending += size;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, size, sinceMs: this.monotonicMs(), resolve, reject });
      this.#schedule();
    });
  }

  /** Sends batches after all requests of the current turn of the event loop have arrived. */
  #schedule(): void {
    if (this.#isScheduled || this.#batches >= this.limits.concurrentBatchesMax) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#batches < this.limits.concurrentBatchesMax) {
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      this.#batches += 1;
      void this.#run(batch).finally(() => {
        this.#batches -= 1;
        this.#pending -= sizeOfAll(batch);
        this.#schedule();
      });
    }
  }

  #nextBatch(): Pending<Request, Result>[] {
    const oldestMs = this.monotonicMs() - this.limits.waitMsMax;
    // Requests wait in order of arrival, so expired ones come first.
    const firstValid = this.#waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs);
    const expired = this.#waiting.splice(0, firstValid < 0 ? this.#waiting.length : firstValid);
    this.#pending -= sizeOfAll(expired);
    for (const { reject } of expired) reject(tooMany());
    let [count, size] = [0, 0];
    for (const next of this.#waiting) {
      size += next.size;
      // A request that is larger than a batch has one of its own.
      if (count > 0 && size > this.limits.batchSizeMax) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #run(batch: readonly Pending<Request, Result>[]): Promise<void> {
    try {
      const results = await this.runBatch(batch.map(({ request }) => request));
      if (results.length !== batch.length) throw new Error('A batch returned a different number of results');
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result)); // Lengths are equal.
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

const sizeOfAll = (requests: readonly Pick<Pending<never, never>, 'size'>[]): number =>
  requests.reduce((sum, { size }) => sum + size, 0);

const tooMany = (): UnavailableError => new UnavailableError('Too many concurrent lookups');
