import { createHash } from 'node:crypto';
import { SourceError } from '../source-error';
import type { Block, Chain, LogFilter } from './chain';
import type { ContractLog } from './contract-log';
import { JsonRpcError } from './json-rpc';

/** Requests that followers of contracts send to a chain. */
export type ChainReader = Pick<Chain, 'name' | 'id' | 'latest' | 'block' | 'holds' | 'logs' | 'hasContract' | 'call'>;

/** Length of the part of a value that a message shows. */
const SHOWN_MAX = 16;

/** Nodes of one chain returned different values: at least one of them omits or invents data. */
export class NodesDifferError extends SourceError {}

interface Returned<T> {
  /** Number of the node, from 1. */
  readonly node: number;
  readonly value: T;
  /** Equal for equal values. */
  readonly key: string;
}

/**
 * A chain as at least two of its nodes see it: each value is requested from one node after the other until two have returned
 * the same. A node that fails is skipped. Of three nodes, one may thus omit logs, invent them, lag behind or fail; of two, none.
 *
 * All methods throw the failure of a node if fewer than two nodes responded, and {@link NodesDifferError} if no two agree.
 */
export class AgreedChain implements ChainReader {
  /** @param nodes - at least two, in the order in which they are asked. */
  constructor(
    private readonly nodes: readonly ChainReader[],
    readonly name: string,
  ) {}

  async id(): Promise<number> {
    const [{ value }] = await this.#agreed('chain ids', (node) => node.id(), String);
    return value;
  }

  /** The highest block that two nodes have reached, with the earlier of their times: one that lies cannot make it newer. */
  async latest(): Promise<Block> {
    const heads: Block[] = [];
    let failure: SourceError | null = null;
    for (const node of this.nodes) {
      try {
        heads.push(await node.latest());
      } catch (error) {
        failure = moreHelpful(failure, error);
      }
    }
    const [first, second] = heads.sort((a, b) => b.number - a.number);
    if (first === undefined || second === undefined) throw failure;
    return { ...second, atMs: Math.min(first.atMs, second.atMs) };
  }

  async block(number: number): Promise<Block> {
    const [{ value }] = await this.#agreed(
      `blocks ${number}`,
      (node) => node.block(number),
      ({ hash, atMs }) => `${hash.toLowerCase()} at ${atMs}`,
    );
    return value;
  }

  async holds(block: Block): Promise<boolean> {
    const ask = (node: ChainReader) => node.holds(block);
    const [{ value }] = await this.#agreed(`states of block ${block.number}`, ask, String);
    return value;
  }

  /** As {@link Chain.logs}; a time is null unless both nodes state it. */
  async logs(filter: LogFilter, fromBlock: number, toBlock: number): Promise<ContractLog[]> {
    const ask = (node: ChainReader) => node.logs(filter, fromBlock, toBlock);
    const [first, second] = await this.#agreed(`logs of blocks ${fromBlock} to ${toBlock}`, ask, keyOfLogs);
    return first.value.map((log, n) => (log.atMs === second.value[n]?.atMs ? log : { ...log, atMs: null }));
  }

  async hasContract(address: string, block?: number): Promise<boolean> {
    const ask = (node: ChainReader) => node.hasContract(address, block);
    const [{ value }] = await this.#agreed(`states of ${address}`, ask, String);
    return value;
  }

  /** As {@link Chain.call}; two nodes may have other latest blocks, so only constants agree without a block. */
  async call(contract: string, data: string, bodyBytesMax: number, block?: number): Promise<string> {
    const ask = (node: ChainReader) => node.call(contract, data, bodyBytesMax, block).then(returned, ifFailedExecution);
    const [{ value }] = await this.#agreed(`values of ${contract}`, ask, ({ failure, text }) =>
      failure === null ? text : 'failed',
    );
    if (value.failure !== null) throw value.failure;
    return value.text;
  }

  async #agreed<T>(
    what: string,
    ask: (node: ChainReader) => Promise<T>,
    keyOf: (value: T) => string,
  ): Promise<readonly [Returned<T>, Returned<T>]> {
    const returned: Returned<T>[] = [];
    let failure: SourceError | null = null;
    for (const [n, node] of this.nodes.entries()) {
      try {
        const value = await ask(node);
        const last = { node: n + 1, value, key: keyOf(value) };
        const equal = returned.find(({ key }) => key === last.key);
        if (equal !== undefined) return [equal, last];
        returned.push(last);
      } catch (error) {
        failure = moreHelpful(failure, error);
      }
    }
    if (returned.length < 2) throw failure;
    const values = returned.map(({ node, key }) => `node ${node}: ${key.slice(0, SHOWN_MAX)}`).join(', ');
    throw new NodesDifferError('wrong_shape', `${this.name}: the nodes returned different ${what} (${values})`);
  }
}

/** Result of a call: a text, or the failure of its execution, which is the contract's. */
interface CallResult {
  readonly text: string;
  readonly failure: JsonRpcError | null;
}

const returned = (text: string): CallResult => ({ text: text.toLowerCase(), failure: null });

/** @throws any other error, which is the node's. */
function ifFailedExecution(error: unknown): CallResult {
  if (error instanceof JsonRpcError && error.isFailedExecution) return { text: '', failure: error };
  throw error;
}

/** Number of logs and hash of what they state, without their times, which not all nodes state. */
function keyOfLogs(logs: readonly ContractLog[]): string {
  const text = JSON.stringify(logs.map((log) => ({ ...log, atMs: null }))).toLowerCase();
  return `${logs.length} ${createHash('sha256').update(text).digest('hex')}`;
}

/** The first failure, unless a later one says that fewer blocks would help. @throws any other error. */
function moreHelpful(first: SourceError | null, next: unknown): SourceError {
  if (!(next instanceof SourceError)) throw next;
  return first === null || (next.kind === 'too_large' && first.kind !== 'too_large') ? next : first;
}
