import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keccak256, numberToHex, toEventSelector } from 'viem/utils';

const CLAIMS_PER_BLOCK = 2;
const BLOCK_SECONDS = 12;
/** Blocks after the last claim: those that are not confirmed yet. */
const UNCONFIRMED = 64;
const TOPIC = toEventSelector('event Claimed(uint256 index, address account, uint256 amount)');

export const BENCH_DISTRIBUTOR = '0x090D4613473dEE047c3f2706764f49E0821D256e';

const word = (value: number): string => value.toString(16).padStart(64, '0');
const hashOf = (block: number): string => keccak256(numberToHex(block));

/**
 * Starts a node whose chain has as many claims of one distributor of the style `uniswap`, each of another wallet, two a block.
 *
 * @returns its port.
 */
export async function serveClaims(claims: number): Promise<number> {
  const blocks = Math.ceil(claims / CLAIMS_PER_BLOCK) + UNCONFIRMED + 1;
  const genesisSeconds = Math.floor(Date.now() / 1_000) - blocks * BLOCK_SECONDS;
  const timestampOf = (block: number): string => numberToHex(genesisSeconds + block * BLOCK_SECONDS);
  const logsOf = (from: number, to: number): string => {
    const found: string[] = [];
    for (let block = Math.max(1, from); block <= to; block += 1) {
      const place =
        `"blockNumber":"${numberToHex(block)}","blockHash":"${hashOf(block)}","blockTimestamp":"${timestampOf(block)}",` +
        `"transactionHash":"${hashOf(block)}","address":"${BENCH_DISTRIBUTOR}","topics":["${TOPIC}"]`;
      for (let n = (block - 1) * CLAIMS_PER_BLOCK; n < Math.min(claims, block * CLAIMS_PER_BLOCK); n += 1)
        found.push(
          `{${place},"logIndex":"${numberToHex(n % CLAIMS_PER_BLOCK)}","data":"0x${word(n)}${word(n + 1)}${word(n + 1)}"}`,
        );
    }
    return `[${found.join(',')}]`;
  };
  const resultOf = (method: string, [first]: readonly unknown[]): string => {
    if (method === 'eth_chainId') return '"0x1"';
    if (method === 'eth_getCode') return '"0x00"';
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string };
      return logsOf(Number(fromBlock), Number(toBlock));
    }
    const number = first === 'latest' ? blocks - 1 : Number(first);
    return JSON.stringify({ number: numberToHex(number), hash: hashOf(number), timestamp: timestampOf(number) });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] };
      response.setHeader('content-type', 'application/json');
      response.end(`{"jsonrpc":"2.0","id":${call.id},"result":${resultOf(call.method, call.params)}}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
