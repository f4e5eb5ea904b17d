/** A call that waits for its batch. */
export interface WaitingCall<Call> {
  readonly call: Call;
  /** Passes the result to the caller; only the first one counts. */
  finish(result: unknown): void;
}

interface Waiting<Call> extends WaitingCall<Call> {
  /** True after its batch was rejected: it is then sent alone. */
  isAlone: boolean;
  /** True after the timeout of its caller. */
  isOver: boolean;
}

export interface CallQueueOptions<Call> {
  /** Time from a call to its result. */
  readonly timeoutMs: number;
  /** Number of calls that the next batch can have, at least 1. */
  batchSizeMax(first: Call): number;
  /** Sends a batch and finishes each of its calls, or puts them back. Never rejects. */
  send(batch: readonly WaitingCall<Call>[]): Promise<void>;
  /** Called for a call that is not accepted, as too many are waiting. */
  onOverload(): void;
}

/** Concurrency limit: the number of connections. */
const REQUESTS_MAX = 8;
/** Calls that a node with 0.1 s per request can process within the timeout. */
const WAITING_MAX = 5_000;

/**
 * Calls of one node in batches: calls of one turn of the event loop, and those that wait while the concurrency limit is
 * reached, form a batch.
 */
export class CallQueue<Call> {
  #waiting: Waiting<Call>[] = [];
  #requests = 0;
  #isScheduled = false;

  constructor(private readonly options: CallQueueOptions<Call>) {}

  /** Unvalidated result; null without one in time. Never throws. */
  call(call: Call): Promise<unknown> {
    if (this.#waiting.length >= WAITING_MAX) {
      this.options.onOverload();
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      const finish = (result: unknown) => {
        clearTimeout(timer);
        waiting.isOver = true;
        resolve(result);
      };
      const waiting: Waiting<Call> = { call, isAlone: false, isOver: false, finish };
      const timer = setTimeout(() => finish(null), this.options.timeoutMs);
      this.#waiting.push(waiting);
      this.#soon();
    });
  }

  /** Queues the calls of a rejected batch again, each alone, before all others. */
  putBack(batch: readonly WaitingCall<Call>[]): void {
    const alone = batch.map((waiting) => Object.assign(waiting, { isAlone: true }) as Waiting<Call>);
    this.#waiting.unshift(...alone);
  }

  /** Sends the batch after this turn of the event loop. */
  #soon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#requests < REQUESTS_MAX) {
      const batch = this.#next();
      if (batch.length === 0) return;
      this.#requests += 1;
      void this.options.send(batch).finally(() => {
        this.#requests -= 1;
        this.#send();
      });
    }
  }

  #next(): Waiting<Call>[] {
    this.#waiting = this.#waiting.filter(({ isOver }) => !isOver);
    const [first] = this.#waiting;
    if (first === undefined) return [];
    const end = this.#waiting.findIndex(({ isAlone }) => isAlone);
    const together = end < 0 ? this.#waiting.length : end;
    return this.#waiting.splice(0, Math.max(1, Math.min(together, this.options.batchSizeMax(first.call))));
  }
}

/** Request whose result is kept; a failure is not, so that the next caller tries again. */
export function keptResult<T>(request: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= request().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
