import { z } from 'zod';
import { type JsonRpc, jsonRpc, type SourceHttp, SourceError, withTimeout } from '@droptrack/sources';
import { CallQueue, keptResult, type WaitingCall } from '../call-queue';
import type { ClaimFailure } from '../claim-node';

/** Account of a chain. */
export interface SolanaAccount {
  /** Base58 address of the program. */
  readonly owner: string;
  readonly data: Buffer;
}

/** Accounts of a claim on a given chain. */
export interface AccountCall {
  /** CAIP-2, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly chain: string;
  /** Base58 addresses, at most {@link ADDRESSES_MAX}. */
  readonly addresses: readonly string[];
  /** Time of the request, milliseconds since the epoch. */
  readonly nowMs: number;
}

type Batch = readonly WaitingCall<AccountCall>[];

/** Most addresses of a call. */
export const ADDRESSES_MAX = 2;
/** `getMultipleAccounts` accepts 100 addresses. */
const BATCH_MAX = 100 / ADDRESSES_MAX;
/** Data of an account that is claimed or distributes has less than 1 KB; base64 adds a third. */
const BODY_BYTES_MAX = 512 * 1024;
/** Length of the reference of a chain: a prefix of the hash of its first block. */
const REFERENCE_LENGTH = 32;

const genesisShape = z.string().min(REFERENCE_LENGTH).max(44);
export const accountShape = z
  .object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })
  .transform(({ owner, data: [text] }) => ({ owner, data: Buffer.from(text, 'base64') }));
export const accountsShape = z.object({ value: z.array(accountShape.nullable()) });

/**
 * Reads accounts through one Solana node (`getMultipleAccounts`), in batches.
 *
 * Results are used only after the node has confirmed its chain by the hash of the first block.
 */
export class SolanaNode {
  readonly #rpc: JsonRpc;
  readonly #queue: CallQueue<AccountCall>;

  /**
   * @param name - configured name of the chain.
   * @param timeoutMs - time from a call to its result.
   */
  constructor(
    private readonly name: string,
    url: string,
    http: SourceHttp,
    timeoutMs: number,
    private readonly onFailure: (failure: ClaimFailure) => void,
  ) {
    this.#rpc = jsonRpc(withTimeout(http, timeoutMs), url, name);
    this.#queue = new CallQueue({
      timeoutMs,
      batchSizeMax: () => BATCH_MAX,
      send: (batch) => this.#sendToChain(batch),
      onOverload: () => this.onFailure('overloaded'),
    });
  }

  /** Accounts in the order of the addresses, null for one that does not exist; null without a response in time. */
  async accounts(call: AccountCall): Promise<readonly (SolanaAccount | null)[] | null> {
    // Finished by this class only.
    return (await this.#queue.call(call)) as readonly (SolanaAccount | null)[] | null;
  }

  async #sendToChain(batch: Batch): Promise<void> {
    try {
      const chain = await this.#chain();
      const right = batch.filter(({ call }) => call.chain === chain);
      if (right.length < batch.length) this.onFailure('wrong_chain');
      if (right.length > 0) await this.#read(right);
    } catch (error) {
      this.onFailure(error instanceof SourceError ? error.kind : 'wrong_shape');
    }
    // Only calls without a result are left.
    batch.forEach(({ finish }) => finish(null));
  }

  async #read(batch: Batch): Promise<void> {
    const addresses = [...new Set(batch.flatMap(({ call }) => call.addresses))];
    const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }];
    const parsed = accountsShape.safeParse(await this.#rpc('getMultipleAccounts', params, BODY_BYTES_MAX));
    const accounts = parsed.success ? parsed.data.value : [];
    if (accounts.length !== addresses.length) {
      throw new SourceError('wrong_shape', `${this.name}: getMultipleAccounts returned no list of the accounts`);
    }
    const byAddress = new Map(addresses.map((address, n) => [address, accounts[n] ?? null]));
    batch.forEach(({ call, finish }) => finish(call.addresses.map((address) => byAddress.get(address) ?? null)));
  }

  /** CAIP-2 of the node's chain. */
  readonly #chain = keptResult(() => chainOf(this.#rpc, this.name));
}

/** CAIP-2 of the chain of a node. @throws {SourceError} */
export async function chainOf(rpc: JsonRpc, name: string): Promise<string> {
  const parsed = genesisShape.safeParse(await rpc('getGenesisHash', []));
  if (parsed.success) return `solana:${parsed.data.slice(0, REFERENCE_LENGTH)}`;
  throw new SourceError('wrong_shape', `${name}: getGenesisHash did not return a hash`);
}
