import type { JsonRpc } from '@droptrack/sources';

/** Requests of one run. Each campaign takes about six. */
export const REQUESTS_ENOUGH = 150;
const REQUESTS_MAX = 300;

/** Work of one run: its requests and its time. */
export class Budget {
  #requests = 0;
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #exhaustedMs: number;

  /** @param durationMs - time after which the run begins no further block; it is exhausted after half as much again. */
  constructor(
    private readonly monotonicMs: () => number,
    durationMs: number,
  ) {
    this.#startMs = monotonicMs();
    this.#endMs = this.#startMs + durationMs;
    this.#exhaustedMs = this.#startMs + 1.5 * durationMs;
  }

  /** Requests so far, and the time since the start in milliseconds. */
  get work(): { readonly requests: number; readonly elapsedMs: number } {
    return { requests: this.#requests, elapsedMs: this.monotonicMs() - this.#startMs };
  }

  /** True once the run should end after the current block. */
  get isSpent(): boolean {
    return this.#requests >= REQUESTS_ENOUGH || this.monotonicMs() >= this.#endMs;
  }

  /** True once the run may send only the requests of its end. */
  get isExhausted(): boolean {
    return this.#requests >= REQUESTS_MAX || this.monotonicMs() >= this.#exhaustedMs;
  }

  /** The same calls, counted. */
  counted(rpc: JsonRpc): JsonRpc {
    return (method, params, bodyBytesMax) => {
      this.#requests += 1;
      return rpc(method, params, bodyBytesMax);
    };
  }
}
