import { numberToHex } from 'viem/utils';
import { z } from 'zod';
import {
  type JsonRpc,
  jsonRpc,
  type SourceHttp,
  type Json,
  SourceError,
  type SourceErrorKind,
  withTimeout,
} from '@droptrack/sources';
import { CallQueue, keptResult, type WaitingCall } from './call-queue';
import { isAboutBatch, sendBatch } from './send-batch';

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

type Batch = readonly WaitingCall<ChainCall>[];

const BATCH_MAX = 50;
/** Time for which a node that rejected a batch receives smaller ones. */
const SMALLER_FOR_MS = 600_000;

const chainIdShape = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);

/**
 * Calls contracts through one node, in batches. The calls of a rejected batch are sent one by one, and later batches are
 * smaller.
 *
 * Results are used only after the node has confirmed its chain id.
 */
export class ClaimNode {
  readonly #rpc: JsonRpc;
  readonly #http: SourceHttp;
  readonly #queue: CallQueue<ChainCall>;
  #batch = { max: BATCH_MAX, untilMs: Infinity };

  /**
   * @param name - configured name of the chain.
   * @param timeoutMs - time from a call to its result.
   */
  constructor(
    private readonly name: string,
    private readonly url: string,
    http: SourceHttp,
    timeoutMs: number,
    private readonly onFailure: (failure: ClaimFailure) => void,
  ) {
    this.#http = withTimeout(http, timeoutMs);
    this.#rpc = jsonRpc(this.#http, url, name);
    this.#queue = new CallQueue({
      timeoutMs,
      batchSizeMax: ({ nowMs }) => {
        if (nowMs >= this.#batch.untilMs) this.#batch = { max: BATCH_MAX, untilMs: Infinity };
        return this.#batch.max;
      },
      send: (batch) => this.#sendToChain(batch),
      onOverload: () => this.onFailure('overloaded'),
    });
  }

  /** Unvalidated result of the contract; null without one in time. Never throws. */
  call(call: ChainCall): Promise<unknown> {
    return this.#queue.call(call);
  }

  async #sendToChain(batch: Batch): Promise<void> {
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

  async #call(batch: Batch): Promise<void> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) {
      first.finish(await this.#rpc('eth_call', callParams(first.call)));
      return;
    }
    const calls = batch.map(({ call }) => call);
    try {
      const answers = await callContracts(this.#http, this.url, this.name, calls);
      batch.forEach(({ finish }, n) => finish(answers[n]));
    } catch (error) {
      if (!isAboutBatch(error)) throw error;
      const nowMs = Math.max(...calls.map((call) => call.nowMs));
      this.#batch = { max: Math.max(1, batch.length >> 1), untilMs: nowMs + SMALLER_FOR_MS };
      this.#queue.putBack(batch);
    }
  }

  /** Chain id of the node. */
  readonly #chain = keptResult(async () => {
    const parsed = chainIdShape.safeParse(await this.#rpc('eth_chainId', []));
    if (parsed.success) return parsed.data;
    throw new SourceError('wrong_shape', `${this.name}: eth_chainId did not return a number`);
  });
}

/** One `eth_call`. */
export interface ContractCall {
  readonly to: string;
  readonly data: string;
  /** Number of the block; the latest one by default. */
  readonly block?: number;
}

/** JSON-RPC parameters of `eth_call`. */
const callParams = ({ to, data, block }: ContractCall): readonly Json[] => [
  { to, data },
  block === undefined ? 'latest' : numberToHex(block),
];

/**
 * Calls contracts in one batch. Results are in the order of the calls, null for a call that failed.
 *
 * @param chain - name in messages, instead of the URL, which may contain a key.
 * @throws {SourceError} as {@link sendBatch}.
 */
export async function callContracts(
  http: SourceHttp,
  url: string,
  chain: string,
  calls: readonly ContractCall[],
): Promise<unknown[]> {
  const requests = calls.map((call) => ({ method: 'eth_call', params: callParams(call) }));
  const responses = await sendBatch(http, url, chain, requests);
  return responses.map((response) => ('error' in response ? null : response.result));
}
