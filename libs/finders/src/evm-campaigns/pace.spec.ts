import { bundledFactories } from './bundled-factories';
import { campaignId } from './campaign-sighting';
import { factoriesOf } from './chain-factories';
import { type CampaignsFixture, FakeCampaignChain } from './fake-source';
import { progressOf } from './pace';
import { argumentsFor, fakeLog } from './testing/fake-logs';
import { FollowedFinder } from './testing/followed-finder';

const GENESIS_MS = Date.UTC(2026, 8, 1);
const factories = factoriesOf(bundledFactories(), 1);
const factory = factories.addresses[0]!;
const event = factories.topics.map((topic) => factories.eventOf(factory, topic)).find((each) => each !== undefined)!;
const CONTRACT = `0x${'1'.repeat(40)}`;
const CAMPAIGN = fakeLog(
  factory,
  event,
  argumentsFor(event, { contract: CONTRACT, token: `0x${'7'.repeat(40)}`, merkleRoot: `0x${'5'.repeat(64)}` }),
);

function followed(over: Partial<CampaignsFixture>) {
  const chain = new FakeCampaignChain({ genesisMs: GENESIS_MS, ...over });
  const nowMs = () => GENESIS_MS + chain.head * (over.blockMs ?? 12_000);
  return { chain, follower: new FollowedFinder({ handler: chain.handler, nowMs }) };
}

/** Finder that has read the first blocks of a chain with a block every 10 ms. */
async function followedFast(rangeBlocksMax: number) {
  const { chain, follower } = followed({ rangeBlocksMax, blockMs: 10 });
  chain.addEmpty(1_000);
  await follower.run();
  follower.memory = { ...(follower.memory as object), blockMs: 10 };
  return { chain, follower };
}

// The free plan of some providers: without a word, the campaigns of the chain would be found later and later.
describe('a node that accepts 10 blocks in one request', () => {
  it('is followed in the time that its runs state, and reads the rest', async () => {
    const { chain, follower } = followed({ rangeBlocksMax: 10 });
    chain.addEmpty(4_000);
    chain.add([CAMPAIGN]);
    const progress: (string | undefined)[] = [];
    while (!follower.campaigns.has(campaignId(1, CONTRACT)) && progress.length < 9) {
      progress.push((await follower.run()).progress);
    }
    expect(progress).toEqual([
      expect.stringMatching(/^ethereum: 2\d{3} blocks are not read yet, which takes about \d min$/),
      expect.stringMatching(/^ethereum: 1\d{3} blocks are not read yet, which takes about 2 min$/),
      undefined,
    ]);
  });

  it('is reported as unable for a chain with a hundred blocks a second, after a few requests', async () => {
    const { chain, follower } = await followedFast(10);
    chain.addEmpty(6_000);
    await expect(follower.run()).rejects.toMatchObject({
      kind: 'unable',
      message:
        'ethereum: the node rejects 11 blocks in one request; more than 60 are needed to follow a chain that grows by 9000 in 90 s, in 150 requests',
    });
    expect(follower.requests.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1);
  });
});

it('follows a chain with a hundred blocks a second at a node that accepts more', async () => {
  const { chain, follower } = await followedFast(200);
  chain.addEmpty(6_000);
  expect(await follower.run()).not.toHaveProperty('progress');
});

describe('progressOf', () => {
  const pace = { fromBlock: 1, upTo: 100, head: 400, blockMs: 12_000, requests: 150, elapsedMs: 0 };

  it('is null once the latest block was read', () => {
    expect(progressOf('linea', { ...pace, upTo: 400 })).toBeNull();
  });

  it('counts the blocks that are added until the next runs', () => {
    // 100 blocks in 90 s, in which the chain grows by 8: four runs.
    expect(progressOf('linea', pace)).toBe('linea: 300 blocks are not read yet, which takes about 6 min');
  });

  it('states no time for a node that is too slow, but both figures', () => {
    expect(progressOf('linea', { ...pace, elapsedMs: 1_200_000 })).toBe(
      'linea: 300 blocks are not read yet: 100 were read in a run, until whose successor the chain grows by 105',
    );
  });
});
