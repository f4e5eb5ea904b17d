import type { DroptrackOptions } from '@droptrack/sdk';
import { CircuitBreaker } from './circuit-breaker';
import { LimitPause } from './limit-pause';

export type Fetch = NonNullable<DroptrackOptions['fetch']>;

/** Time limits of a request, in milliseconds: shorter while an earlier response can stand in. */
const TIMEOUT_MS = { first: 3_500, confirmation: 1_000 } as const;

/** Clock and timer of {@link ApiGate}. */
export interface GateOptions {
  /** Milliseconds of a clock that never steps back. */
  readonly nowMs: () => number;
  /** Signal that aborts after a time in milliseconds; `AbortSignal.timeout` by default. */
  readonly timeout?: ((ms: number) => AbortSignal) | undefined;
}

/** Reads a response; its time counts as that of the request. */
type Read<T> = (response: Response) => T | Promise<T>;

/** Sends requests to the API with a time limit, but none to an API that has not responded to the last ones. */
export class ApiGate {
  /** Opens while the API does not respond. */
  readonly #silence: CircuitBreaker;
  /** Opens also while the API responds, but too slowly for confirmations. */
  readonly #slowness: CircuitBreaker;
  readonly #limit: LimitPause;
  readonly #timeout: (ms: number) => AbortSignal;

  constructor(
    private readonly send: Fetch,
    { nowMs, timeout = AbortSignal.timeout }: GateOptions,
  ) {
    [this.#silence, this.#slowness] = [new CircuitBreaker(nowMs), new CircuitBreaker(nowMs)];
    this.#limit = new LimitPause(nowMs);
    this.#timeout = timeout;
  }

  /** Sends a GET without an earlier response. @throws {Error} without a response. */
  async first<T>(url: string, init: RequestInit, read: Read<T>): Promise<T> {
    const rejection = this.#limit.rejection();
    if (rejection !== null) return read(rejection);
    return this.#exchange(url, { ...init, signal: this.#timeout(TIMEOUT_MS.first) }, this.#observed(read));
  }

  /** Sends a GET that confirms an earlier response. @throws as {@link first}. */
  async confirmation<T>(url: string, init: RequestInit, read: Read<T>): Promise<T> {
    const rejection = this.#limit.rejection();
    if (rejection !== null) return read(rejection);
    if (!this.#slowness.admits()) throw new SilentApiError();
    const signal = this.#timeout(TIMEOUT_MS.confirmation);
    try {
      const result = await this.#exchange(url, { ...init, signal }, this.#observed(read), () => !signal.aborted);
      this.#slowness.succeeded();
      return result;
    } catch (error) {
      this.#slowness.failed();
      throw error;
    }
  }

  /** Sends a request of another method, whose time limit is that of the caller. @throws as {@link first}. */
  other(url: string, init: RequestInit): Promise<Response> {
    return this.#exchange(url, init, (response) => response);
  }

  #observed<T>(read: Read<T>): Read<T> {
    return (response) => {
      this.#limit.observe(response);
      return read(response);
    };
  }

  /** @param isSilent - called after a failure; true if it shows that the API does not respond. */
  async #exchange<T>(url: string, init: RequestInit, read: Read<T>, isSilent = (): boolean => true): Promise<T> {
    if (!this.#silence.admits()) throw new SilentApiError();
    try {
      const result = await read(await this.send(url, init));
      this.#silence.succeeded();
      return result;
    } catch (error) {
      if (isSilent()) this.#silence.failed();
      throw error;
    }
  }
}

/** The request was not sent, as the API has not responded to the last ones. */
class SilentApiError extends Error {
  override readonly message = 'The API has not responded to the last requests';
}
