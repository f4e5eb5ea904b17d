import { hexToNumber, isHex, numberToHex } from 'viem/utils';
import { z } from 'zod';
import type { FakeHandler } from '../testing/fake-server';

/** A log as a test states it. */
export interface EvmWorldLog {
  readonly block: number;
  readonly contract: string;
  readonly topics: readonly string[];
}

/** A chain that goes on by itself, as its clock does. */
export interface EvmFixture {
  nowMs: () => number;
  /** 12 000 when not given. */
  blockMs?: number;
  /** Of block 0, whole seconds; the beginning of 2024 when not given. */
  genesisMs?: number;
  /** So many different senders at every contract, of every event, within any 24 hours, evenly spread; none when not given. */
  sendersPerDay?: number;
  /** Besides them. */
  logs?: EvmWorldLog[];
  /** A longer range of blocks is refused; none when not given. */
  rangeBlocksMax?: number;
  /** More logs at once are refused; 10 000 when not given. */
  logsMax?: number;
  /** Blocks from this one on have other hashes than with another `name`: they were replaced. */
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

class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers as an Ethereum node does to `eth_getBlockByNumber`, `eth_getLogs`, `eth_getCode` and a few more. */
export function fakeEvm(fixture: EvmFixture): FakeHandler {
  return ({ body, method }) => {
    if (method !== 'POST') return { status: 405, body: '' };
    const { id, method: name, params } = call.parse(JSON.parse(body));
    try {
      return { body: { jsonrpc: '2.0', id, result: resultOf(new WorldChain(fixture), name, params) } };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } };
    }
  };
}

function resultOf(chain: WorldChain, method: string, params: readonly unknown[]): unknown {
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
      throw new Refused(-32601, `the method ${method} does not exist/is not available`);
  }
}

/** The fixture's chain at one moment. */
class WorldChain {
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
      throw new Refused(-32602, `range ${to - from + 1} exceeds limit of ${rangeBlocksMax}`);
    }
    const stated = logs.filter(
      (log) =>
        log.block >= from && log.block <= to && log.topics[0] === topic && address.some((a) => isSame(a, log.contract)),
    );
    const found = [...stated, ...address.flatMap((contract) => this.steadyLogs(contract, topic, from, to))];
    if (found.length > logsMax) throw new Refused(-32005, `query returned more than ${logsMax} results`);
    return found.map((log) => this.wireLog(log));
  }

  /** Sender n, n + 1, … and n again after a day. */
  private steadyLogs(contract: string, topic: string, from: number, to: number): EvmWorldLog[] {
    const senders = this.fixture.sendersPerDay ?? 0;
    const perBlock = (senders * this.#blockMs) / DAY_MS;
    const logs: EvmWorldLog[] = [];
    for (let n = Math.ceil(from * perBlock); n < Math.ceil((to + 1) * perBlock); n++) {
      const block = Math.min(Math.max(Math.floor(n / perBlock), from), to);
      logs.push({ block, contract, topics: [topic, word((n % senders) + 1), word(0xdead)] });
    }
    return logs;
  }

  private wireLog({ block, contract, topics }: EvmWorldLog) {
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
