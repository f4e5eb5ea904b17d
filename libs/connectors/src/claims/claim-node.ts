import { z } from 'zod';
import { type JsonRpc, jsonRpc } from '../evm/json-rpc';
import type { SourceHttp } from '../http/source-http';
import { SourceError, type SourceErrorKind } from '../source.error';
import { askBatch, callParams, type ContractCall } from './call-batch';

/**
 * Reasons why a node returned no result: `wrong_chain`: another chain than in the catalogue file; `overloaded`: too many
 * calls are waiting; otherwise as for any source. `status` also for a call that the node rejected.
 */
export type ClaimFailure = SourceErrorKind | 'wrong_chain' | 'overloaded';

/** A call to a contract on a given chain. */
export interface ChainCall extends ContractCall {
  /** EIP-155. */
  readonly chainId: number;
  /** Time of the request, milliseconds since the epoch. */
  readonly nowMs: number;
}

interface Waiting {
  readonly call: ChainCall;
  /** True after its batch was rejected: it is then sent alone. */
  isAlone: boolean;
  /** True after the timeout of its caller. */
  isOver: boolean;
  finish(answer: unknown): void;
}

/** Concurrency limit: the number of connections. */
const REQUESTS_MAX = 8;
const BATCH_MAX = 50;
/** Calls that a node with 0.1 s per request answers within the timeout. */
const WAITING_MAX = 5_000;
/** Time for which a node that rejected a batch receives smaller ones. */
const SMALLER_FOR_MS = 600_000;
/** Errors that can be caused by the batch rather than by the node. */
const ABOUT_BATCHES: readonly SourceErrorKind[] = ['status', 'too_large', 'wrong_shape'];

const chainIdShape = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);

/**
 * Calls contracts through one node. Calls of one turn of the event loop, and those that wait while the concurrency limit is
 * reached, are sent as one batch. The calls of a rejected batch are sent one by one, and later batches are smaller.
 *
 * Results are used only after the node has confirmed its chain id.
 */
export class ClaimNode {
  readonly #rpc: JsonRpc;
  readonly #http: SourceHttp;
  #waiting: Waiting[] = [];
  #requests = 0;
  #isDue = false;
  #batch = { max: BATCH_MAX, untilMs: Infinity };
  #chainId: Promise<number> | null = null;

  /**
   * @param name - configured name of the chain.
   * @param timeoutMs - time from a call to its result.
   */
  constructor(
    private readonly name: string,
    private readonly url: string,
    http: SourceHttp,
    private readonly timeoutMs: number,
    private readonly onFailure: (failure: ClaimFailure) => void,
  ) {
    this.#http = { ...http, json: (address, options) => http.json(address, { ...options, timeoutMs }) };
    this.#rpc = jsonRpc(this.#http, url, name);
  }

  /** Unvalidated result of the contract; null without one in time. Never throws. */
  call(call: ChainCall): Promise<unknown> {
    if (this.#waiting.length >= WAITING_MAX) {
      this.onFailure('overloaded');
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      const finish = (answer: unknown) => {
        clearTimeout(timer);
        waiting.isOver = true;
        resolve(answer);
      };
      const waiting: Waiting = { call, isAlone: false, isOver: false, finish };
      const timer = setTimeout(() => finish(null), this.timeoutMs);
      this.#waiting.push(waiting);
      this.#soon();
    });
  }

  /** Sends the batch after this turn of the event loop. */
  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#requests < REQUESTS_MAX) {
      const batch = this.#next();
      if (batch.length === 0) return;
      this.#requests += 1;
      void this.#ask(batch).finally(() => {
        this.#requests -= 1;
        this.#send();
      });
    }
  }

  #next(): Waiting[] {
    this.#waiting = this.#waiting.filter(({ isOver }) => !isOver);
    const [first] = this.#waiting;
    if (first === undefined) return [];
    if (first.call.nowMs >= this.#batch.untilMs) this.#batch = { max: BATCH_MAX, untilMs: Infinity };
    const end = this.#waiting.findIndex(({ isAlone }) => isAlone);
    const together = end < 0 ? this.#waiting.length : end;
    return this.#waiting.splice(0, Math.max(1, Math.min(together, this.#batch.max)));
  }

  async #ask(batch: readonly Waiting[]): Promise<void> {
    try {
      const chainId = await this.#chain();
      const right = batch.filter(({ call }) => call.chainId === chainId);
      if (right.length < batch.length) this.onFailure('wrong_chain');
      batch.filter(({ call }) => call.chainId !== chainId).forEach(({ finish }) => finish(null));
      if (right.length > 0) await this.#call(right);
    } catch (error) {
      this.onFailure(error instanceof SourceError ? error.kind : 'wrong_shape');
      batch.forEach(({ finish }) => finish(null));
    }
  }

  async #call(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) {
      first.finish(await this.#rpc('eth_call', callParams(first.call)));
      return;
    }
    const calls = batch.map(({ call }) => call);
    try {
      const answers = await askBatch(this.#http, this.url, this.name, calls);
      batch.forEach(({ finish }, n) => finish(answers[n]));
    } catch (error) {
      if (!(error instanceof SourceError) || !ABOUT_BATCHES.includes(error.kind)) throw error;
      const nowMs = Math.max(...calls.map((call) => call.nowMs));
      this.#batch = { max: Math.max(1, batch.length >> 1), untilMs: nowMs + SMALLER_FOR_MS };
      batch.forEach((waiting) => (waiting.isAlone = true));
      this.#waiting.unshift(...batch);
    }
  }

  /** Chain id of the node, requested once; again after a failure. */
  #chain(): Promise<number> {
    this.#chainId ??= this.#askChain().catch((error: unknown) => {
      this.#chainId = null;
      throw error;
    });
    return this.#chainId;
  }

  async #askChain(): Promise<number> {
    const parsed = chainIdShape.safeParse(await this.#rpc('eth_chainId', []));
    if (parsed.success) return parsed.data;
    throw new SourceError('wrong_shape', `${this.name}: eth_chainId did not return a number`);
  }
}
