import { Chain, JsonRpcError } from '@droptrack/sources';
import {
  encodeAbiParameters,
  hexToNumber,
  keccak256,
  numberToHex,
  pad,
  stringToBytes,
  toEventSelector,
} from 'viem/utils';

/** Claim in a fake chain. */
export interface FakeClaim {
  readonly index: number;
  readonly wallet: string;
  readonly amount: bigint;
}

/** Behaviour of the fake node; a test may change all of it. */
export interface FakeNode {
  /** 1 by default. */
  chainId?: number;
  /** Longest accepted range of blocks; unlimited by default. */
  rangeBlocksMax?: number;
  /** False for a node that does not state the time of a block with its logs. */
  statesTimes?: boolean;
  /** Blocks at the end of the chain whose state the node knows; all by default. */
  stateBlocks?: number;
  /** First block whose logs the node rejects, as it has had too many requests. */
  failsFrom?: number;
  /** Blocks at the end of the chain that the node does not have yet; 0 by default. */
  behind?: number;
  /** Logs of a range after which the node omits the others, without an error. */
  logsMax?: number;
  /** True for a node that finds no logs, as its index is incomplete. */
  omitsLogs?: boolean;
  /** Added to each amount by a node that lies; 0 by default. */
  addsToAmounts?: bigint;
  /** Added to the time of each block, in seconds, by a node that lies; 0 by default. */
  addsSeconds?: number;
}

type Tag = `0x${string}` | 'latest';
interface LogRange {
  readonly fromBlock: `0x${string}`;
  readonly toBlock: `0x${string}`;
}

interface FakeBlock {
  readonly hash: `0x${string}`;
  readonly claims: readonly FakeClaim[];
}

export const FAKE_CONTRACT = '0x090D4613473dEE047c3f2706764f49E0821D256e';
export const BLOCK_SECONDS = 12;
const TOPIC = toEventSelector('event Claimed(uint256 index, address account, uint256 amount)');

/** A chain in memory with one distributor of the style `uniswap`, which tests extend and reorganise. */
export class FakeClaimChain {
  #blocks: FakeBlock[] = [];
  #forks = 0;
  /** Calls so far, by method. */
  readonly calls: Record<string, number> = {};

  /** @param createdAt - first block with the contract. */
  constructor(
    readonly node: FakeNode = {},
    readonly createdAt = 1,
  ) {
    this.extend([]);
  }

  get head(): number {
    return this.#blocks.length - 1 - (this.node.behind ?? 0);
  }

  /** Adds a block with these claims. */
  extend(claims: readonly FakeClaim[]): void {
    const hash = keccak256(stringToBytes(`${this.#blocks.length} ${this.#forks} ${this.#blocks.at(-1)?.hash ?? ''}`));
    this.#blocks.push({ hash, claims });
  }

  extendBy(blocks: number): void {
    for (let n = 0; n < blocks; n++) this.extend([]);
  }

  /** Removes the last blocks; those that follow are of another fork. */
  revert(blocks: number): void {
    this.#blocks = this.#blocks.slice(0, Math.max(1, this.#blocks.length - blocks));
    this.#forks += 1;
  }

  /** Claims up to a block, as `block/logIndex wallet amount`. */
  claimsUpTo(block: number): string[] {
    return this.#blocks
      .slice(0, block + 1)
      .flatMap(({ claims }, number) =>
        claims.map(({ wallet, amount }, at) => `${number}/${at} ${wallet.toLowerCase()} ${amount}`),
      );
  }

  chain(): Chain {
    return new Chain(async (method, params) => this.answer(method, params), 'fake');
  }

  /** Result of a call, as the node of the chain returns it. @throws {JsonRpcError} */
  answer(method: string, params: readonly unknown[]): unknown {
    this.calls[method] = (this.calls[method] ?? 0) + 1;
    return this.#answer(method, params);
  }

  #answer(method: string, [first, second]: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return numberToHex(this.node.chainId ?? 1);
    if (method === 'eth_getBlockByNumber') return this.#blockOf(first as Tag);
    if (method === 'eth_getCode')
      return this.#codeAt(second === 'latest' ? this.head : hexToNumber(second as `0x${string}`));
    if (method === 'eth_getLogs') return this.#logsOf(first as LogRange);
    throw new Error(`The fake node has no ${method}`);
  }

  #blockOf(tag: Tag) {
    const number = tag === 'latest' ? this.head : hexToNumber(tag);
    const block = number > this.head ? undefined : this.#blocks[number];
    if (block === undefined) return null;
    return { number: numberToHex(number), hash: block.hash, timestamp: this.#timeOf(number) };
  }

  #codeAt(block: number): string {
    if (block < this.head - (this.node.stateBlocks ?? Infinity))
      throw new JsonRpcError('status', 'fake: missing trie node');
    return block >= this.createdAt ? '0x00' : '0x';
  }

  #logsOf({ fromBlock, toBlock }: LogRange) {
    const [from, to] = [hexToNumber(fromBlock), hexToNumber(toBlock)];
    if (to - from >= (this.node.rangeBlocksMax ?? Infinity))
      throw new JsonRpcError('too_large', 'fake: the range of blocks exceeds the limit', true);
    if (to >= (this.node.failsFrom ?? Infinity)) throw new JsonRpcError('rate_limited', 'fake: too many requests');
    if (this.node.omitsLogs === true) return [];
    const logs = this.#blocks.slice(from, Math.min(to, this.head) + 1).flatMap(({ hash, claims }, at) =>
      claims.map((claim, logIndex) => ({
        ...{ address: FAKE_CONTRACT, topics: [TOPIC], data: this.#dataOf(claim), transactionHash: hash },
        ...{ blockNumber: numberToHex(from + at), blockHash: hash, logIndex: numberToHex(logIndex) },
        ...(this.node.statesTimes !== false && { blockTimestamp: this.#timeOf(from + at) }),
      })),
    );
    return logs.slice(0, this.node.logsMax ?? Infinity);
  }

  #timeOf(block: number) {
    return numberToHex(block * BLOCK_SECONDS + (this.node.addsSeconds ?? 0));
  }

  #dataOf({ index, wallet, amount }: FakeClaim) {
    return encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }],
      [BigInt(index), pad(wallet as `0x${string}`, { size: 20 }), amount + (this.node.addsToAmounts ?? 0n)],
    );
  }
}
