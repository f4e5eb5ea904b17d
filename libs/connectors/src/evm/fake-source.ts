import { hexToNumber, isHex, numberToHex } from 'viem/utils';
import { z } from 'zod';
import type { FakeHandler } from '@droptrack/sources/testing';

/** Log of a fixture. */
export interface EvmFixtureLog {
  readonly block: number;
  readonly contract: string;
  readonly topics: readonly string[];
}

/** State of the fake chain, which grows with its clock. */
export interface EvmFixture {
  nowMs: () => number;
  /** 12 000 by default. */
  blockMs?: number;
  /** Time of block 0 in whole seconds; the start of 2024 by default. */
  genesisMs?: number;
  /** Distinct senders per contract and event within any 24 hours, evenly spread; none by default. */
  sendersPerDay?: number;
  /** Further logs. */
  logs?: EvmFixtureLog[];
  /** Longest accepted range of blocks; unlimited by default. */
  rangeBlocksMax?: number;
  /** Maximum number of logs in a response; 10 000 by default. */
  logsMax?: number;
  /** Reorganization: blocks from this one on have hashes that depend on `name`. */
  fork?: { readonly fromBlock: number; readonly name: number };
}

const DAY_MS = 86_400_000;
const GENESIS_MS = Date.UTC(2024, 0, 1);

const call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const filterShape = z.object({
  address: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  topics: z.tuple([z.string()]),
  fromBlock: z.string(),
  toBlock: z.string(),
});
type Filter = z.infer<typeof filterShape>;

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Fake Ethereum node: `eth_getBlockByNumber`, `eth_getLogs`, `eth_getCode` and a few more methods. */
export function fakeEvm(fixture: EvmFixture): FakeHandler {
  return ({ body, method }) => {
    if (method !== 'POST') return { status: 405, body: '' };
    const { id, method: name, params } = call.parse(JSON.parse(body));
    try {
      return { body: { jsonrpc: '2.0', id, result: resultOf(new FakeChain(fixture), name, params) } };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } };
    }
  };
}

function resultOf(chain: FakeChain, method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return '0xe708';
    case 'eth_blockNumber':
      return numberToHex(chain.latest);
    case 'eth_getBlockByNumber':
      return chain.block(chain.numberOf(String(params[0])));
    case 'eth_getCode':
      return chain.isContract(String(params[0])) ? '0x6001' : '0x';
    case 'eth_getLogs':
      return chain.logs(filterShape.parse(params[0]));
    default:
      throw new RpcError(-32601, `the method ${method} does not exist/is not available`);
  }
}

/** The chain of the fixture at one instant. */
class FakeChain {
  readonly #blockMs: number;
  readonly #genesisMs: number;
  readonly latest: number;

  constructor(private readonly fixture: EvmFixture) {
    this.#blockMs = fixture.blockMs ?? 12_000;
    this.#genesisMs = fixture.genesisMs ?? GENESIS_MS;
    this.latest = Math.max(0, Math.floor((fixture.nowMs() - this.#genesisMs) / this.#blockMs));
  }

  numberOf(tag: string): number {
    return isHex(tag) ? hexToNumber(tag) : tag === 'earliest' ? 0 : this.latest;
  }

  block(number: number) {
    if (number > this.latest) return null;
    const atSeconds = Math.floor((this.#genesisMs + number * this.#blockMs) / 1_000);
    const parentHash = number === 0 ? word(0) : this.hashOf(number - 1);
    return { number: numberToHex(number), hash: this.hashOf(number), parentHash, timestamp: numberToHex(atSeconds) };
  }

  isContract(address: string): boolean {
    const isNamed = (this.fixture.logs ?? []).some(({ contract }) => isSame(contract, address));
    return this.fixture.sendersPerDay !== undefined || isNamed;
  }

  logs({ address, topics: [topic], fromBlock, toBlock }: Filter) {
    const from = this.numberOf(fromBlock);
    const to = Math.min(this.latest, this.numberOf(toBlock));
    const { rangeBlocksMax = Infinity, logsMax = 10_000, logs = [] } = this.fixture;
    if (to - from >= rangeBlocksMax) {
      throw new RpcError(-32602, `range ${to - from + 1} exceeds limit of ${rangeBlocksMax}`);
    }
    const given = logs.filter(
      (log) =>
        log.block >= from && log.block <= to && log.topics[0] === topic && address.some((a) => isSame(a, log.contract)),
    );
    const found = [...given, ...address.flatMap((contract) => this.steadyLogs(contract, topic, from, to))];
    if (found.length > logsMax) throw new RpcError(-32005, `query returned more than ${logsMax} results`);
    return found.map((log) => this.wireLog(log));
  }

  /** Logs of consecutive senders, each of which repeats after a day. */
  private steadyLogs(contract: string, topic: string, from: number, to: number): EvmFixtureLog[] {
    const senders = this.fixture.sendersPerDay ?? 0;
    const perBlock = (senders * this.#blockMs) / DAY_MS;
    const logs: EvmFixtureLog[] = [];
    for (let n = Math.ceil(from * perBlock); n < Math.ceil((to + 1) * perBlock); n++) {
      const block = Math.min(Math.max(Math.floor(n / perBlock), from), to);
      logs.push({ block, contract, topics: [topic, word((n % senders) + 1), word(0xdead)] });
    }
    return logs;
  }

  private wireLog({ block, contract, topics }: EvmFixtureLog) {
    return {
      address: contract,
      topics,
      data: word(1),
      blockNumber: numberToHex(block),
      blockHash: this.hashOf(block),
      transactionHash: word(block),
      transactionIndex: '0x0',
      logIndex: '0x0',
      removed: false,
    };
  }

  private hashOf(number: number): string {
    const { fork } = this.fixture;
    const name = fork !== undefined && number >= fork.fromBlock ? fork.name : 0;
    return `0x${name.toString(16).padStart(8, 'b')}${number.toString(16).padStart(56, '0')}`;
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const word = (value: number): string => numberToHex(value, { size: 32 });
