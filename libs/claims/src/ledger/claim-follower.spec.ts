import { type FollowedDistributor, type LedgerPage, UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import { ClaimFollower } from './claim-follower';
import { FAKE_CONTRACT, FakeClaimChain } from './fake-claim-chain';
import { httpOf } from './fake-claim-nodes';

const DISTRIBUTOR: FollowedDistributor = {
  ...{ dropId: 'linea', list: '', contract: `eip155:1:${FAKE_CONTRACT}`, rpc: 'fake', style: 'uniswap' },
  ...{ token: null, fromBlock: 1 },
};
const claim = { index: 0, wallet: `0x${'ab'.repeat(20)}`, amount: 5n };

const followerOf = (chain: FakeClaimChain, state: unknown = null) =>
  new ClaimFollower({
    ...{
      http: httpOf({ 'http://node.test': chain }),
      rpcUrls: new Map([['fake', ['http://node.test']]]),
      nowMs: 0,
      state,
    },
    ...{ pace: async () => undefined, monotonicMs: () => 0 },
  });

/** A chain with a claim in each hundredth block. */
function chainOf(blocks: number, node = {}) {
  const chain = new FakeClaimChain(node);
  for (let block = 1; block <= blocks; block++) chain.extend(block % 100 === 0 ? [claim] : []);
  return chain;
}

it('leaves the rest to the next runs, with its progress, and reads everything once', async () => {
  const chain = chainOf(5_000, { rangeBlocksMax: 10 });
  let [stored, state]: [LedgerPage | null, unknown] = [null, null];
  const claims: number[] = [];
  const progress: (string | null)[] = [];
  do {
    const follower = followerOf(chain, state);
    stored = await follower.read(DISTRIBUTOR, stored);
    claims.push(...stored!.claims.map(({ block }) => block));
    progress.push(follower.progress);
    state = JSON.parse(JSON.stringify(follower.state));
  } while (progress.at(-1) !== null);
  expect(stored?.block).toBe(5_000 - UNCONFIRMED_BLOCKS);
  expect(claims).toEqual(Array.from({ length: 49 }, (_, n) => (n + 1) * 100));
  expect(progress[0]).toMatch(/^fake: \d+ of 4936 blocks with claims are read, \d+ claims in this run$/);
  expect(progress.length).toBeGreaterThan(2);
  // Of the second run on, no length is tried that the node has rejected.
  expect(chain.calls['eth_getLogs']).toBeLessThan(600);
});

it('keeps what a failure of the node has left, and the lengths that it rejects', async () => {
  const chain = chainOf(1_000, { rangeBlocksMax: 10 });
  chain.node.failsFrom = 500;
  const follower = followerOf(chain);
  const page = await follower.read(DISTRIBUTOR, null);
  expect(page?.claims.map(({ block }) => block)).toEqual([100, 200, 300, 400]);
  expect(follower.failure?.kind).toBe('rate_limited');
  const state = JSON.parse(JSON.stringify(follower.state)) as Record<string, { rejected: { blocks: number } }>;
  expect(state[DISTRIBUTOR.contract]?.rejected.blocks).toBeLessThanOrEqual(20);
  await expect(followerOf(chain, state).read(DISTRIBUTOR, page)).rejects.toMatchObject({ kind: 'rate_limited' });
});

it('cannot follow a chain without a node', async () => {
  const elsewhere = followerOf(chainOf(100)).read({ ...DISTRIBUTOR, rpc: 'scroll' }, null);
  await expect(elsewhere).rejects.toMatchObject({
    kind: 'not_found',
    message: 'no RPC URL is configured for "scroll"',
  });
});

it('begins without a state that it does not know', async () => {
  const follower = followerOf(chainOf(200), { [DISTRIBUTOR.contract]: { blocks: -1 } });
  expect(await follower.read(DISTRIBUTOR, null)).toMatchObject({ claims: [{ block: 100 }] });
});
