import { fact } from '@droptrack/catalogue/testing';
import { type ClaimWorld, claimNodeStandIn, type StandIn, startStandIn } from '@droptrack/connectors/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const CONTRACT = 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const claim = { rpc: 'linea', contract: CONTRACT, check: 'hasClaimed(address) returns (bool)', source: null };
const [CLAIMED, WAITING, STRANGER] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const DROPS = [
  dropDefinition('asked', { claim }),
  dropDefinition('by-index', { claim: { ...claim, check: 'isClaimed(uint256 index) returns (bool)' } }),
  dropDefinition('elsewhere', { claim: { ...claim, rpc: 'base' } }),
  dropDefinition('unstated', { chain: fact('linea') }),
];

describe('claims in answers', () => {
  let api: TestApi;
  let node: StandIn;
  const world: ClaimWorld = { chainId: 59_144, claimed: new Set([CLAIMED.slice(2)]) };
  const amounts = { [CLAIMED]: 1n, [WAITING]: 1n };
  beforeAll(async () => {
    node = await startStandIn(claimNodeStandIn(world));
    api = await startApi(DROPS, { rpcUrls: new Map([['linea', `${node.url}/secret-path`]]) });
    const tree = { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH } as const;
    for (const id of ['asked', 'elsewhere', 'unstated']) await publishList(api.db, id, amounts);
    await publishList(api.db, 'by-index', amounts, 'allocation', { tree });
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await node.close();
  });
  const check = (drop: string, wallet: string) => api.sdk.eligibility.check({ drop, wallet });

  it('tells who has claimed, by the contract that the drop names', async () => {
    const done = await check('asked', CLAIMED);
    expect(done.claim).toMatchObject({ status: 'claimed', claimed: true, contract: CONTRACT });
    expect([done.status, done.reasons.map(({ code }) => code)]).toEqual([
      'eligible',
      ['in_allocation_list', 'already_claimed'],
    ]);
    expect((await check('asked', WAITING)).claim).toMatchObject({ status: 'unknown', claimed: false });
  });

  it('asks with the index of the list', async () => {
    world.claimed.add('1'.padStart(40, '0'));
    expect((await check('by-index', CLAIMED)).claim.claimed).toBe(false);
    expect((await check('by-index', WAITING)).claim.claimed).toBe(true);
  });

  it('asks about nobody who gets nothing, and not where no contract or chain is known', async () => {
    const asked = node.asked.length;
    expect(await check('asked', STRANGER)).toMatchObject({
      status: 'ineligible',
      claim: { claimed: null, contract: CONTRACT },
    });
    expect((await check('elsewhere', CLAIMED)).claim).toMatchObject({ claimed: null, contract: CONTRACT });
    expect((await check('unstated', CLAIMED)).claim).toMatchObject({ claimed: null, contract: null });
    expect(node.asked).toHaveLength(asked);
  });

  // "Don't know" must not look like "no", and must not take the answer with it.
  it('a node that hangs leaves claimed null within 2 s, and the answer as it is', async () => {
    world.delay = () => new Promise((resolve) => setTimeout(resolve, 20_000).unref());
    const wallet = evmWallet('4');
    await publishList(api.db, 'asked', { ...amounts, [wallet]: 1n });
    await api.caughtUp();
    const startedMs = performance.now();
    const answer = await check('asked', wallet);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(answer).toMatchObject({ status: 'eligible', claim: { status: 'unknown', claimed: null } });
    expect(answer.reasons.map(({ code }) => code)).toEqual(['in_allocation_list']);
    const told = () => api.logs.filter((line) => line.includes('a chain did not tell'));
    for (let tries = 0; told().length === 0 && tries < 2_000; tries += 1) await pause(10);
    expect(told()).toHaveLength(1);
    expect(told()[0]).not.toContain('secret-path');
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
