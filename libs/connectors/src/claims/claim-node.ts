import { z } from 'zod';
import { type JsonRpc, jsonRpc } from '../evm/json-rpc';
import type { SourceHttp } from '../http/source-http';
import { SourceError, type SourceErrorKind } from '../source.error';
import { askBatch, callParams, type ContractCall } from './call-batch';

/**
 * Why a node gave no answer: `wrong_chain` is another one than the drop's file says · `overloaded` has more calls
 * before it than can be waited for · else as of any source; `status` also where the node refused a call.
 */
export type ClaimFailure = SourceErrorKind | 'wrong_chain' | 'overloaded';

/** One call to a contract, of a chain that must be this one. */
export interface ChainCall extends ContractCall {
  /** EIP-155. */
  readonly chainId: number;
  /** When it is asked, milliseconds since the epoch. */
  readonly nowMs: number;
}

interface Waiting {
  readonly call: ChainCall;
  /** Has been in a batch that was refused. */
  isAlone: boolean;
  /** Nobody waits any more. */
  isOver: boolean;
  settle(answer: unknown): void;
}

/** As many as there are connections. */
const REQUESTS_MAX = 8;
const BATCH_MAX = 50;
/** What is answered within the time-out by a node that takes a tenth of a second for a request. */
const WAITING_MAX = 5_000;
/** A node that refused a batch gets smaller ones for so long. */
const SMALLER_FOR_MS = 600_000;
/** What can be about the batch rather than about the node. */
const ABOUT_BATCHES: readonly SourceErrorKind[] = ['status', 'too_large', 'wrong_shape'];

const chainIdShape = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);

/**
 * Asks contracts by one node. What is asked at the same time, or while enough requests are under way, goes as one
 * batch; a node that refuses a batch is asked one by one, and gets smaller ones from then on.
 *
 * The node is believed only once it has said that it is of the chain that is meant.
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
   * @param name - the chain's, as configured.
   * @param timeoutMs - from the question to its answer.
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

  /** What the contract returns, not yet checked; null where there is no answer in time. Never throws. */
  call(call: ChainCall): Promise<unknown> {
    if (this.#waiting.length >= WAITING_MAX) {
      this.onFailure('overloaded');
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      const settle = (answer: unknown) => {
        clearTimeout(timer);
        waiting.isOver = true;
        resolve(answer);
      };
      const waiting: Waiting = { call, isAlone: false, isOver: false, settle };
      const timer = setTimeout(() => settle(null), this.timeoutMs);
      this.#waiting.push(waiting);
      this.#soon();
    });
  }

  /** After all that is about to be asked as well. */
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
      batch.filter(({ call }) => call.chainId !== chainId).forEach(({ settle }) => settle(null));
      if (right.length > 0) await this.#call(right);
    } catch (error) {
      this.onFailure(error instanceof SourceError ? error.kind : 'wrong_shape');
      batch.forEach(({ settle }) => settle(null));
    }
  }

  async #call(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) {
      first.settle(await this.#rpc('eth_call', callParams(first.call)));
      return;
    }
    const calls = batch.map(({ call }) => call);
    try {
      const answers = await askBatch(this.#http, this.url, this.name, calls);
      batch.forEach(({ settle }, n) => settle(answers[n]));
    } catch (error) {
      if (!(error instanceof SourceError) || !ABOUT_BATCHES.includes(error.kind)) throw error;
      const nowMs = Math.max(...calls.map((call) => call.nowMs));
      this.#batch = { max: Math.max(1, batch.length >> 1), untilMs: nowMs + SMALLER_FOR_MS };
      batch.forEach((waiting) => (waiting.isAlone = true));
      this.#waiting.unshift(...batch);
    }
  }

  /** Asked once; again where there was no answer. */
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
    throw new SourceError('wrong_shape', `${this.name}: eth_chainId answered something else than a number`);
  }
}
