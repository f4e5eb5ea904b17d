import { type FollowedDistributor, type LedgerPage, UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import fc from 'fast-check';
import { bytesToHex } from 'viem/utils';
import { ClaimFollower } from './claim-follower';
import { BLOCK_SECONDS, FAKE_CONTRACT, FakeClaimChain, type FakeNode } from './fake-claim-chain';
import { httpOf } from './fake-claim-nodes';

const DISTRIBUTOR: FollowedDistributor = {
  ...{ dropId: 'linea', list: '', contract: `eip155:1:${FAKE_CONTRACT}`, rpc: 'fake', style: 'uniswap' },
  ...{ token: null, fromBlock: 1 },
};
const BLOCKS = 200;
const LAST = BLOCKS - UNCONFIRMED_BLOCKS;
const WALLET = `0x${'ab'.repeat(20)}`;

/** Nodes of one chain, which has a claim in each tenth block. */
const nodesOf = (...faults: readonly FakeNode[]) =>
  faults.map((node) => {
    const chain = new FakeClaimChain({ ...node });
    for (let block = 1; block <= BLOCKS; block++)
      chain.extend(block % 10 === 0 ? [{ index: block, wallet: WALLET, amount: BigInt(block) }] : []);
    return chain;
  });
type Nodes = ReturnType<typeof nodesOf>;

function followerOf(nodes: Nodes) {
  const urls = nodes.map((_, n) => `http://node${n}.test/secret`);
  const http = httpOf(Object.fromEntries(nodes.map((node, n) => [urls[n], node])));
  return new ClaimFollower({
    ...{ http, rpcUrls: new Map([['fake', urls]]), nowMs: 0, state: null },
    ...{ pace: async () => undefined, monotonicMs: () => 0 },
  });
}
const read = (nodes: Nodes, stored: LedgerPage | null = null) => followerOf(nodes).read(DISTRIBUTOR, stored);
const claimsOf = (page: LedgerPage | null) =>
  page?.claims.map(({ block, logIndex, wallet, amount }) => `${block}/${logIndex} ${bytesToHex(wallet)} ${amount}`);

const FAULTS: readonly (readonly [string, FakeNode])[] = [
  ['omits the logs beyond a limit', { logsMax: 3 }],
  ['finds no logs', { omitsLogs: true }],
  ['states other amounts', { addsToAmounts: 1n }],
  ['serves another chain', { chainId: 10 }],
  ['lags behind', { behind: 150 }],
  ['rejects every request for logs', { failsFrom: 0 }],
  ['accepts short ranges only', { rangeBlocksMax: 7 }],
  ['states no times', { statesTimes: false }],
  ['states other times', { addsSeconds: 900 }],
];

// Whatever one of three does, at any position, the ledger has all claims of the chain and no others.
it.each(FAULTS)('follow the chain, of three nodes, if one %s', async (_, fault) => {
  for (let liar = 0; liar < 3; liar++) {
    const nodes = nodesOf(...[0, 1, 2].map((n) => (n === liar ? fault : {})));
    const page = await read(nodes);
    expect([liar, page?.block, page?.head]).toEqual([liar, LAST, BLOCKS]);
    expect(page?.headAtMs).toBe(BLOCKS * BLOCK_SECONDS * 1_000);
    expect(claimsOf(page)).toEqual(nodes[(liar + 1) % 3]!.claimsUpTo(LAST));
    expect(page?.claims.every(({ block, atMs }) => atMs === block * BLOCK_SECONDS * 1_000)).toBe(true);
  }
});

it('read the ranges that two of three nodes accept, while the other one fails', async () => {
  const nodes = nodesOf({ failsFrom: 0 }, {}, { rangeBlocksMax: 7 });
  expect(claimsOf(await read(nodes))).toEqual(nodes[1]!.claimsUpTo(LAST));
});

it('never store claims that the chain does not have, of three nodes with any faults of one', async () => {
  const fault = fc.record(
    {
      ...{
        chainId: fc.constantFrom(1, 10),
        rangeBlocksMax: fc.integer({ min: 1, max: 250 }),
        statesTimes: fc.boolean(),
      },
      ...{ behind: fc.integer({ min: 0, max: 190 }), failsFrom: fc.integer({ min: 0, max: 250 }) },
      ...{
        logsMax: fc.integer({ min: 0, max: 20 }),
        omitsLogs: fc.boolean(),
        addsToAmounts: fc.bigInt({ min: 0n, max: 2n }),
      },
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fault, fc.nat({ max: 2 }), async (node, liar) => {
      const nodes = nodesOf(...[0, 1, 2].map((n) => (n === liar ? node : {})));
      expect(claimsOf(await read(nodes))).toEqual(nodes[(liar + 1) % 3]!.claimsUpTo(LAST));
    }),
    { numRuns: 40 },
  );
});

describe('of two nodes', () => {
  it.each(FAULTS.slice(1, 3))('store nothing from the block on in which one %s, and name it', async (_, fault) => {
    for (const nodes of [nodesOf({}, fault), nodesOf(fault, {})]) {
      const follower = followerOf(nodes);
      const page = await follower.read(DISTRIBUTOR, null);
      expect([page?.block, page?.claims]).toEqual([9, []]);
      const { message = '' } = follower.failure ?? {};
      expect(message).toMatch(
        /^fake: the nodes returned different logs of blocks 10 to 10 \(node 1: \d \w{14}, node 2: \d \w{14}\)$/,
      );
      await expect(read(nodes, page)).rejects.toThrow(message);
    }
  });

  // A node that truncates returns all logs of fewer blocks.
  it('read shorter ranges where one omits the logs beyond a limit', async () => {
    const nodes = nodesOf({}, { logsMax: 3 });
    expect(claimsOf(await read(nodes))).toEqual(nodes[0]!.claimsUpTo(LAST));
  });

  it('end 64 blocks before the latest block that both have', async () => {
    const nodes = nodesOf({}, { behind: 100 });
    expect(await read(nodes)).toMatchObject({ head: BLOCKS - 100, block: LAST - 100 });
  });

  it.each([
    ['serves another chain', { chainId: 10 }, 'fake: the nodes returned different chain ids (node 1: 1, node 2: 10)'],
    ['rejects logs', { failsFrom: 0 }, 'fake (node 2): eth_getLogs failed with 429 (fake: too many requests)'],
  ])('are a failure while one %s', async (_, fault, message) => {
    await expect(read(nodesOf({}, fault))).rejects.toThrow(message);
  });
});
