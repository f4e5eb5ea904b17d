import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256, numberToHex, toEventSelector, toFunctionSelector } from 'viem/utils';
import { BENCH_DISTRIBUTOR } from './node';

/** Distributor of the style `uniswap` on a chain with one block. */
export interface ServedDistributor {
  /** Token that it pays. */
  readonly token: string;
  readonly root: string;
  /** Time of each response, in milliseconds. */
  readonly delayMs: number;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const HEAD = 1_000;
const TRANSFER = toEventSelector('event Transfer(address from, address to, uint256 amount)');
const [ROOT, TOKEN] = ['merkleRoot()', 'token()'].map(toFunctionSelector);

const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0');
const received: string[] = [];

/**
 * Starts a node at which every claim is open, funded, and simulated as `eth_simulateV1` does.
 *
 * @returns its port.
 */
export async function serveDistributor({ token, root, delayMs }: ServedDistributor): Promise<number> {
  const block = { number: numberToHex(HEAD), hash: keccak256('0x'), baseFeePerGas: '0x1' };
  const simulated = (data: string): object => {
    // Arguments of `claim`: the index, the wallet, the amount.
    const [wallet, amount] = [data.slice(74, 138), data.slice(138, 202)];
    const topics = [TRANSFER, `0x${word(BENCH_DISTRIBUTOR)}`, `0x${wallet}`];
    return { status: '0x1', gasUsed: '0x5208', logs: [{ address: token, topics, data: `0x${amount}` }] };
  };
  const resultOf = ({ method, params: [first] }: Call): unknown => {
    if (method === 'eth_chainId') return '0x1';
    if (method === 'eth_getBlockByNumber')
      return { ...block, timestamp: numberToHex(Math.floor(Date.now() / 1_000 / 12) * 12) };
    if (method === 'eth_getCode') return '0x6001';
    if (method === 'eth_getBalance') return numberToHex(10n ** 18n);
    if (method === 'eth_simulateV1') {
      const [{ calls }] = (first as { blockStateCalls: [{ calls: [{ data: string }] }] }).blockStateCalls;
      return [{ calls: [simulated(calls[0].data)] }];
    }
    if (method !== 'eth_call') return `0x${word(0)}`;
    const { to, data } = first as { to: string; data: string };
    if (to === token) return `0x${word(2n ** 255n)}`;
    const selector = data.slice(0, 10);
    return selector === ROOT ? root : `0x${word(selector === TOKEN ? token : 0)}`;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push(body);
      const calls = [JSON.parse(body) as Call | Call[]].flat();
      const results = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) }));
      response.setHeader('content-type', 'application/json');
      void sleep(delayMs).then(() => response.end(JSON.stringify(body.startsWith('[') ? results : results[0])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Bodies of the requests since the last call. */
export const takeBodies = (): string[] => received.splice(0);
