import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keccak256, numberToHex, pad, stringToBytes, toHex } from 'viem';
import { bundledFactories } from '../src/evm-campaigns/bundled-factories';
import { type ChainFactories, factoriesOf } from '../src/evm-campaigns/chain-factories';
import { argumentsFor, fakeLog } from '../src/evm-campaigns/testing/fake-logs';

const LOGS_PER_BLOCK = 5;
const BLOCK_SECONDS = 2;
const CHAIN_ID = 1;

const hashOf = (block: number): string => keccak256(numberToHex(block));
function logsOf({ addresses, topics, eventOf }: ChainFactories) {
  const [address, event] = addresses
    .flatMap((each) => topics.map((topic) => [each, eventOf(each, topic)] as const))
    .find(([, each]) => each?.terms.version === 'v2.0' && each.terms.payment === 'instant') ?? ['', undefined];
  if (event === undefined) throw new Error('the factory is unknown');
  const foreign = topics.find((topic) => eventOf(address, topic) === undefined);
  const opened = (log: object): string => JSON.stringify(log).slice(0, -1);
  const logOf = (n: number) => {
    const values = {
      contract: accountOf(n),
      token: accountOf(n + 1),
      merkleRoot: keccak256(toHex(n)),
      name: `Drop ${n}`,
    };
    return fakeLog(address, event, argumentsFor(event, values));
  };
  const { data, topics: first } = logOf(0);
  return {
    campaignOf: (n: number) => opened(logOf(n)),
    other: opened({ address, topics: [foreign, ...first.slice(1)], data }),
  };
}

function accountOf(n: number): string {
  return pad(toHex(n + 0x10000), { size: 20 });
}

const text = (value: string): string =>
  `"0x${[32n, BigInt(value.length)].map((word) => word.toString(16).padStart(64, '0')).join('')}` +
  `${toHex(stringToBytes(value)).slice(2).padEnd(64, '0')}"`;

/**
 * Starts a node whose chain has as many logs of the factories, and as many campaigns among them; five logs a block. The others
 * are of events that the factory at their address does not have.
 *
 * @returns its port.
 */
export async function serveChain(logs: number, campaigns: number): Promise<number> {
  const blocks = Math.ceil(logs / LOGS_PER_BLOCK);
  const genesisSeconds = Math.floor(Date.now() / 1_000) - blocks * BLOCK_SECONDS;
  const every = Math.floor(logs / campaigns);
  const { campaignOf, other } = logsOf(factoriesOf(bundledFactories(), CHAIN_ID));
  /** JSON of the logs of the factories in these blocks. */
  const factoryLogs = (from: number, to: number): string => {
    const found: string[] = [];
    for (let block = from; block <= to; block += 1) {
      const hash = hashOf(block);
      const place = `"blockNumber":"${numberToHex(block)}","blockHash":"${hash}","transactionHash":"${hash}","removed":false`;
      for (let n = block * LOGS_PER_BLOCK; n < Math.min(logs, (block + 1) * LOGS_PER_BLOCK); n += 1)
        found.push(
          `${n % every === 0 ? campaignOf(n) : other},${place},"logIndex":"${numberToHex(n % LOGS_PER_BLOCK)}"}`,
        );
    }
    return `[${found.join(',')}]`;
  };
  const resultOf = (method: string, [first]: readonly unknown[]): string => {
    if (method === 'eth_chainId') return `"${numberToHex(CHAIN_ID)}"`;
    if (method === 'eth_call') return text('Paws');
    if (method === 'eth_getLogs') {
      const { address, fromBlock, toBlock } = first as { address: string[]; fromBlock: string; toBlock: string };
      return address.length === 1 ? '[]' : factoryLogs(Number(fromBlock), Number(toBlock));
    }
    const number = first === 'latest' ? blocks - 1 : Number(first);
    const timestamp = numberToHex(genesisSeconds + number * BLOCK_SECONDS);
    return JSON.stringify({ number: numberToHex(number), hash: hashOf(number), timestamp });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] };
      const body = `{"jsonrpc":"2.0","id":${call.id},"result":${resultOf(call.method, call.params)}}`;
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      response.writeHead(200, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
