import type { FakeHandler } from '@droptrack/sources/testing';
import { hexToNumber, keccak256, numberToHex, stringToBytes } from 'viem/utils';
import { z } from 'zod';

/** Log of a block. */
export interface CampaignsFixtureLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Limits and contracts of the fake node. */
export interface CampaignsFixture {
  /** 1 by default. */
  chainId?: number;
  /** Time of block 0, milliseconds since the epoch. */
  readonly genesisMs: number;
  /** 12 000 by default. */
  readonly blockMs?: number;
  /** Longest accepted range of blocks; unlimited by default. */
  rangeBlocksMax?: number;
  /** Maximum number of logs in a response; 10 000 by default. */
  logsMax?: number;
  /** Blocks at the end of the chain that the node does not have yet; 0 by default. */
  behind?: number;
  /** Blocks at the end of the chain whose logs the node omits, as one that lags behind others at the same URL. */
  logsBehind?: number;
  /** Results of calls by address in lower case and selector; other calls revert. */
  readonly calls?: Record<string, Record<string, string>>;
  /** Reason of each call that reverts; none by default. */
  revertReason?: string;
  /** Errors that the node returns instead of a result: JSON-RPC code by method. */
  errors?: Record<string, number>;
}

const call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const filterShape = z.object({
  address: z.array(z.string()),
  topics: z.tuple([z.array(z.string())]),
  fromBlock: z.string(),
  toBlock: z.string(),
});
const callShape = z.object({ to: z.string(), data: z.string() });

interface FakeBlock {
  readonly hash: string;
  readonly logs: readonly CampaignsFixtureLog[];
}

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Fake Ethereum node with a chain that tests extend and reorganise. */
export class FakeCampaignChain {
  readonly #blocks: FakeBlock[] = [];
  #created = 0;

  constructor(readonly fixture: CampaignsFixture) {
    this.add([]);
  }

  /** Number of the latest block. */
  get head(): number {
    return this.#blocks.length - 1;
  }

  /** Adds a block with these logs. */
  add(logs: readonly CampaignsFixtureLog[]): void {
    this.#created += 1;
    this.#blocks.push({ hash: keccak256(stringToBytes(`block ${this.#created}`)), logs });
  }

  /** Adds empty blocks. */
  addEmpty(blocks: number): void {
    for (let n = 0; n < blocks; n++) this.add([]);
  }

  /** Removes the latest blocks. */
  remove(blocks: number): void {
    this.#blocks.length = Math.max(1, this.#blocks.length - blocks);
  }

  /** All logs of the canonical chain with their block. */
  logs(): { readonly number: number; readonly hash: string; readonly log: CampaignsFixtureLog }[] {
    return this.#blocks.flatMap(({ hash, logs }, number) => logs.map((log) => ({ number, hash, log })));
  }

  readonly handler: FakeHandler = ({ body, method }) => {
    if (method !== 'POST') return { status: 405, body: '' };
    const { id, method: name, params } = call.parse(JSON.parse(body));
    try {
      const code = this.fixture.errors?.[name];
      if (code !== undefined) throw new RpcError(code, 'failed');
      return { body: { jsonrpc: '2.0', id, result: this.resultOf(name, params) } };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } };
    }
  };

  private resultOf(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(this.fixture.chainId ?? 1);
      case 'eth_getBlockByNumber':
        return this.blockOf(String(params[0]));
      case 'eth_getLogs':
        return this.logsOf(filterShape.parse(params[0]));
      case 'eth_call':
        return this.callOf(callShape.parse(params[0]));
      default:
        throw new RpcError(-32601, `the method ${method} does not exist/is not available`);
    }
  }

  private blockOf(tag: string) {
    const latest = Math.max(0, this.head - (this.fixture.behind ?? 0));
    const number = tag === 'latest' ? latest : hexToNumber(tag as `0x${string}`);
    const block = this.#blocks[number];
    if (block === undefined || number > latest) return null;
    const atMs = this.fixture.genesisMs + number * (this.fixture.blockMs ?? 12_000);
    return { number: numberToHex(number), hash: block.hash, timestamp: numberToHex(Math.floor(atMs / 1_000)) };
  }

  private logsOf({ address, topics: [topics], fromBlock, toBlock }: z.infer<typeof filterShape>) {
    const [from, to] = [fromBlock, toBlock].map((tag) => hexToNumber(tag as `0x${string}`)) as [number, number];
    const { rangeBlocksMax = Infinity, logsMax = 10_000, behind = 0, logsBehind = 0 } = this.fixture;
    if (to - from >= rangeBlocksMax) {
      throw new RpcError(-32602, `range ${to - from + 1} exceeds limit of ${rangeBlocksMax}`);
    }
    const contracts = new Set(address.map((each) => each.toLowerCase()));
    const first = new Set<string | undefined>(topics);
    const end = Math.min(to, this.head - behind - logsBehind) + 1;
    const found = this.#blocks.slice(from, Math.max(from, end)).flatMap(({ hash, logs }, at) =>
      logs
        .filter((log) => contracts.has(log.address.toLowerCase()) && first.has(log.topics[0]))
        .map((log, n) => ({
          ...{ ...log, blockNumber: numberToHex(from + at), blockHash: hash, removed: false },
          ...{ transactionHash: hash, logIndex: numberToHex(n) },
        })),
    );
    if (found.length > logsMax) throw new RpcError(-32005, `query returned more than ${logsMax} results`);
    return found;
  }

  private callOf({ to, data }: z.infer<typeof callShape>): string {
    const result = this.fixture.calls?.[to.toLowerCase()]?.[data];
    if (result === undefined) {
      const { revertReason } = this.fixture;
      throw new RpcError(3, `execution reverted${revertReason === undefined ? '' : `: ${revertReason}`}`);
    }
    return result;
  }
}
