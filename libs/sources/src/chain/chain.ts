import { numberToHex } from 'viem/utils';
import { z } from 'zod';
import { SourceError } from '../source-error';
import {
  BYTES,
  type ContractLog,
  contractLogOf,
  contractLogsShape,
  inOrder,
  QUANTITY,
  toNumber,
  WORD,
} from './contract-log';
import type { JsonRpc } from './json-rpc';

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly atMs: number;
}

/** Log of a counted event. */
export interface SenderLog {
  readonly block: number;
  /** Address as 20 Latin-1 characters, one per byte: a third of the memory of its hex digits. */
  readonly sender: string;
}

/** Logs of an event, given by its first topic, in any of these contracts. */
export interface SenderFilter {
  readonly contracts: readonly string[];
  readonly topic: string;
}

/** Logs to be read: of any of these contracts, with any of these first topics. */
export interface LogFilter {
  readonly contracts: readonly string[];
  readonly topics: readonly string[];
}

/** A log has about 700 bytes as JSON, and providers with a limit stop at 10 000 logs. */
const LOGS_BYTES_MAX = 8 * 1024 * 1024;
const ZERO_ADDRESS = '\0'.repeat(20);

const number = z.string().regex(QUANTITY).transform(toNumber);
const word = z.string().regex(WORD);
const bytes = z.string().regex(BYTES);

const blockShape = z
  .object({ number, hash: word, timestamp: number })
  .transform(({ number, hash, timestamp }): Block => ({ number, hash, atMs: timestamp * 1_000 }));
const logsShape = z.array(z.object({ blockNumber: number, topics: z.array(z.string()) }));
type Logs = z.infer<typeof logsShape>;

/** Requests to a node about its chain, with validated results. */
export class Chain {
  constructor(
    private readonly rpc: JsonRpc,
    /** Name in messages. */
    readonly name: string,
  ) {}

  async latest(): Promise<Block> {
    const latest = await this.blockBy('latest');
    if (latest === null) throw new SourceError('wrong_shape', `${this.name}: the node has no latest block`);
    return latest;
  }

  /**
   * A block before the latest. Several nodes can share a URL, so a missing block is a temporary error.
   */
  async block(number: number): Promise<Block> {
    const block = await this.blockBy(numberToHex(number));
    if (block?.number === number) return block;
    const instead = block === null ? 'nothing' : `block ${block.number}`;
    throw new SourceError('wrong_shape', `${this.name}: requested block ${number}, the node returned ${instead}`);
  }

  /** True if the block, and with it all blocks before, is part of the node's canonical chain. */
  async holds(block: Block): Promise<boolean> {
    return (await this.blockBy(numberToHex(block.number)))?.hash.toLowerCase() === block.hash.toLowerCase();
  }

  /**
   * Logs of the queried events in these blocks, both ends included, without those of the zero address, which is the sender
   * of minted tokens.
   */
  async senderLogs({ contracts, topic }: SenderFilter, fromBlock: number, toBlock: number): Promise<SenderLog[]> {
    const filter = { address: contracts, topics: [topic], ...hexRange(fromBlock, toBlock) };
    const logs = this.checked(logsShape, await this.rpc('eth_getLogs', [filter], LOGS_BYTES_MAX), 'eth_getLogs');
    return logs
      .map((log) => this.senderLogOf(log, topic, fromBlock, toBlock))
      .filter(({ sender }) => sender !== ZERO_ADDRESS);
  }

  /** Logs in these blocks, both ends included, in the order of the chain, each once. */
  async logs({ contracts, topics }: LogFilter, fromBlock: number, toBlock: number): Promise<ContractLog[]> {
    const filter = { address: contracts, topics: [topics], ...hexRange(fromBlock, toBlock) };
    const response = await this.rpc('eth_getLogs', [filter], LOGS_BYTES_MAX);
    const logs = this.checked(contractLogsShape, response, 'eth_getLogs').map(contractLogOf);
    if (logs.some(({ blockNumber }) => blockNumber < fromBlock || blockNumber > toBlock)) {
      throw new SourceError('wrong_shape', `${this.name}: eth_getLogs returned a log that was not requested`);
    }
    return inOrder(logs);
  }

  /** EIP-155 id of the chain. */
  async id(): Promise<number> {
    return this.checked(number, await this.rpc('eth_chainId', []), 'eth_chainId');
  }

  /**
   * Data that a contract returns.
   *
   * @param block - at the end of which; the latest by default. Most nodes know only the last hundred or so.
   * @throws {JsonRpcError} if it reverts.
   */
  async call(contract: string, data: string, bodyBytesMax: number, block?: number): Promise<string> {
    const tag = block === undefined ? 'latest' : numberToHex(block);
    const response = await this.rpc('eth_call', [{ to: contract, data }, tag], bodyBytesMax);
    return this.checked(bytes, response, 'eth_call');
  }

  /**
   * True if the address has a contract.
   *
   * @param block - at the end of which; the latest by default. Most nodes know only the last hundred or so.
   */
  async hasContract(address: string, block?: number): Promise<boolean> {
    const tag = block === undefined ? 'latest' : numberToHex(block);
    const code = this.checked(z.string(), await this.rpc('eth_getCode', [address, tag]), 'eth_getCode');
    return code.length > '0x'.length;
  }

  /** Results of requests, whose form the caller checks. */
  ask(requests: readonly { readonly method: string; readonly params: Parameters<JsonRpc>[1] }[]): Promise<unknown[]> {
    return Promise.all(requests.map(({ method, params }) => this.rpc(method, params)));
  }

  private async blockBy(tag: string): Promise<Block | null> {
    const response = await this.rpc('eth_getBlockByNumber', [tag, false]);
    return this.checked(blockShape.nullable(), response, 'eth_getBlockByNumber');
  }

  private senderLogOf(log: Logs[number], topic: string, fromBlock: number, toBlock: number): SenderLog {
    const [event, sender] = log.topics;
    if (event?.toLowerCase() !== topic || log.blockNumber < fromBlock || log.blockNumber > toBlock) {
      throw new SourceError('wrong_shape', `${this.name}: eth_getLogs returned a log that was not requested`);
    }
    if (sender === undefined || !/^0x0{24}[0-9a-f]{40}$/i.test(sender)) {
      throw new SourceError('wrong_shape', `${this.name}: the contract does not index an address as the event's first`);
    }
    return { block: log.blockNumber, sender: Buffer.from(sender.slice(-40), 'hex').toString('latin1') };
  }

  private checked<T>(shape: z.ZodType<T>, answer: unknown, method: string): T {
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new SourceError('wrong_shape', `${this.name}: ${method} returned an unexpected value at "${where}"`);
  }
}

const hexRange = (fromBlock: number, toBlock: number) => ({
  fromBlock: numberToHex(fromBlock),
  toBlock: numberToHex(toBlock),
});
