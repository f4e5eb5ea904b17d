import { hexToNumber, numberToHex } from 'viem/utils';
import { z } from 'zod';
import { SourceError } from '../port';
import type { JsonRpc } from './json-rpc';
import type { EvmQuery } from './query';

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly atMs: number;
}

/** That somebody did what is counted, once. */
export interface SenderLog {
  readonly block: number;
  /** 20 bytes, one a character: a third of what the address takes as text. */
  readonly sender: string;
}

/** Logs come with some 700 bytes each; providers that limit them stop at 10 000. */
const LOGS_BYTES_MAX = 8 * 1024 * 1024;
const NOBODY = '\0'.repeat(20);

/** 13 digits stay within the integers that a number holds. */
const quantity = z.string().regex(/^0x[0-9a-f]{1,13}$/i);
const toNumber = (text: string): number => hexToNumber(text as `0x${string}`);
const number = quantity.transform(toNumber);

const blockShape = z
  .object({ number, hash: z.string().regex(/^0x[0-9a-f]{64}$/i), timestamp: number })
  .transform(({ number, hash, timestamp }): Block => ({ number, hash, atMs: timestamp * 1_000 }));
const logsShape = z.array(z.object({ blockNumber: number, topics: z.array(z.string()) }));
type Logs = z.infer<typeof logsShape>;

/** What is asked of a node about its chain, every answer checked. */
export class Chain {
  constructor(
    private readonly rpc: JsonRpc,
    /** As in messages. */
    readonly name: string,
  ) {}

  async latest(): Promise<Block> {
    const latest = await this.blockBy('latest');
    if (latest === null) throw new SourceError('wrong_shape', `${this.name}: the node has no latest block`);
    return latest;
  }

  /**
   * A block before the latest. That the node lacks one passes by itself, as where several nodes share an address.
   */
  async block(number: number): Promise<Block> {
    const block = await this.blockBy(numberToHex(number));
    if (block?.number === number) return block;
    const instead = block === null ? 'nothing' : `block ${block.number}`;
    throw new SourceError('wrong_shape', `${this.name}: asked for block ${number}, the node gave ${instead}`);
  }

  /** Whether the block is of the chain that the node takes for the right one, and so all before it are. */
  async holds(block: Block): Promise<boolean> {
    return (await this.blockBy(numberToHex(block.number)))?.hash === block.hash;
  }

  /**
   * Who did what the query names in these blocks, both ends included. The zero address is left out: it sends what is
   * minted, and is nobody.
   */
  async deeds({ contracts, topic }: EvmQuery, fromBlock: number, toBlock: number): Promise<SenderLog[]> {
    const filter = {
      address: contracts,
      topics: [topic],
      fromBlock: numberToHex(fromBlock),
      toBlock: numberToHex(toBlock),
    };
    const logs = this.checked(logsShape, await this.rpc('eth_getLogs', [filter], LOGS_BYTES_MAX), 'eth_getLogs');
    return logs.map((log) => this.deedOf(log, topic, fromBlock, toBlock)).filter((deed) => deed.sender !== NOBODY);
  }

  /** Whether there is a contract at the address. */
  async hasContract(address: string): Promise<boolean> {
    const code = this.checked(z.string(), await this.rpc('eth_getCode', [address, 'latest']), 'eth_getCode');
    return code.length > '0x'.length;
  }

  private async blockBy(tag: string): Promise<Block | null> {
    const answer = await this.rpc('eth_getBlockByNumber', [tag, false]);
    return this.checked(blockShape.nullable(), answer, 'eth_getBlockByNumber');
  }

  private deedOf(log: Logs[number], topic: string, fromBlock: number, toBlock: number): SenderLog {
    const [event, sender] = log.topics;
    if (event?.toLowerCase() !== topic || log.blockNumber < fromBlock || log.blockNumber > toBlock) {
      throw new SourceError('wrong_shape', `${this.name}: eth_getLogs gave a log that was not asked for`);
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
    throw new SourceError('wrong_shape', `${this.name}: ${method} answered something else at "${where}"`);
  }
}
