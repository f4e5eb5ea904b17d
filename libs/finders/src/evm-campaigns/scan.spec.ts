import fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { bundledFactories } from './bundled-factories';
import { campaignId } from './campaign-sighting';
import { factoriesOf } from './chain-factories';
import { decodeCampaign } from './decode-campaign';
import { type CampaignsFixture, type CampaignsFixtureLog, FakeCampaignChain } from './fake-source';
import { argumentsFor, fakeLog } from './testing/fake-logs';
import { FollowedFinder } from './testing/followed-finder';

const GENESIS_MS = Date.UTC(2026, 8, 1);
const factories = factoriesOf(bundledFactories(), 1);
const factory = factories.addresses[0]!;
const topic = factories.topics.find((each) => factories.eventOf(factory, each) !== undefined)!;
const event = factories.eventOf(factory, topic)!;

const contractOf = (n: number): string => `0x${(n + 1).toString(16).padStart(40, '0')}`;
const created = (n: number): CampaignsFixtureLog =>
  fakeLog(
    factory,
    event,
    argumentsFor(event, { contract: contractOf(n), token: `0x${'7'.repeat(40)}`, merkleRoot: `0x${'5'.repeat(64)}` }),
  );

/** Chain whose young blocks are at the time of the tests. */
function chainOf(over: Partial<CampaignsFixture> = {}): { chain: FakeCampaignChain; follower: FollowedFinder } {
  const chain = new FakeCampaignChain({ genesisMs: GENESIS_MS, ...over });
  const follower = new FollowedFinder({ handler: chain.handler, nowMs: () => GENESIS_MS + chain.head * 12_000 });
  return { chain, follower };
}

/** Campaigns of the canonical chain: the last creation of each contract. */
const expected = (chain: FakeCampaignChain): Map<string, string> =>
  new Map(
    chain.logs().map(({ hash, log }) => {
      const values = decodeCampaign(event, log);
      return [campaignId(1, String(values?.contract)), hash] as const;
    }),
  );

/** Runs until a run reads nothing new; the length of ranges may still grow. */
async function runToEnd(follower: FollowedFinder): Promise<void> {
  const state = () => JSON.stringify({ ...(follower.memory as object | null), blocks: 0 });
  for (let runs = 0, before = ''; before !== state(); runs++) {
    if (runs > 50) throw new Error('the runs do not end');
    before = state();
    await follower.run();
  }
}

type Step =
  | { readonly kind: 'grow'; readonly blocks: number }
  | { readonly kind: 'create'; readonly campaigns: number }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly again: boolean }
  | { readonly kind: 'run'; readonly behind: number; readonly logsBehind: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('grow' as const), blocks: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('create' as const), campaigns: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('reorganise' as const),
    depth: fc.integer({ min: 1, max: 150 }),
    again: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    behind: fc.constantFrom(0, 0, 3, 70),
    logsBehind: fc.constantFrom(0, 0, 5, 60),
  }),
);

describe('a scan of a chain', () => {
  it('yields exactly the campaigns of the canonical chain, whatever the node accepts and the chain replaces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(1, 7, 100, Infinity),
        fc.constantFrom(4, 10_000),
        async (steps, rangeBlocksMax, logsMax) => {
          const { chain, follower } = chainOf({ rangeBlocksMax, logsMax });
          let next = 0;
          for (const each of steps) {
            if (each.kind === 'grow') chain.addEmpty(each.blocks);
            else if (each.kind === 'create') chain.add(Array.from({ length: each.campaigns }, () => created(next++)));
            else if (each.kind === 'reorganise') {
              const replaced = chain.logs().filter(({ number }) => number > chain.head - each.depth);
              const length = chain.head;
              chain.remove(each.depth);
              if (each.again && replaced.length <= 4) chain.add(replaced.map(({ log }) => log));
              chain.addEmpty(length - chain.head + 1);
            } else {
              Object.assign(chain.fixture, each);
              await follower.run();
            }
          }
          Object.assign(chain.fixture, { behind: 0, logsBehind: 0 });
          await runToEnd(follower);
          expect(follower.campaigns).toEqual(expected(chain));
        },
      ),
      { numRuns: runs(15, 60) },
    );
  });

  it('reports what a reorganisation of 10 blocks removed, once', async () => {
    const { chain, follower } = chainOf();
    chain.addEmpty(200);
    chain.add([created(1)]);
    chain.addEmpty(5);
    chain.add([created(2)]);
    chain.addEmpty(4);
    expect((await follower.run()).sightings).toHaveLength(2);
    chain.remove(10);
    chain.addEmpty(11);
    expect(await follower.run()).toMatchObject({ sightings: [], gone: [campaignId(1, contractOf(2))] });
    expect(await follower.run()).toMatchObject({ sightings: [], gone: [] });
  });

  // A change of a hash that was read long ago means that all blocks after it are others.
  it('reports what a reorganisation deeper than the provisional blocks removed', async () => {
    const { chain, follower } = chainOf();
    for (let n = 0; n < 30; n++) {
      chain.addEmpty(99);
      chain.add([created(n)]);
      if (n % 5 === 0) await follower.run();
    }
    await follower.run();
    chain.remove(1_250);
    chain.addEmpty(1_300);
    const { gone } = await follower.run();
    expect(gone).toHaveLength(13);
    expect(follower.campaigns).toEqual(expected(chain));
  });

  it('reads only new blocks and the last 64 in the next run', async () => {
    const { chain, follower } = chainOf();
    chain.addEmpty(1_000);
    await follower.run();
    chain.addEmpty(5);
    await follower.run();
    const ranges = follower.requests.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0]);
    expect(ranges).toMatchObject([{ fromBlock: '0x3a9', toBlock: '0x3ed' }]);
    expect(follower.requests.length).toBeLessThan(8);
  });

  it('does not report campaigns as gone while the node lags behind, or omits the logs of its last blocks', async () => {
    const { chain, follower } = chainOf();
    chain.addEmpty(200);
    chain.add([created(1)]);
    chain.addEmpty(3);
    await follower.run();
    for (const [behind, logsBehind] of [
      [150, 0],
      [10, 0],
      [0, 10],
    ]) {
      Object.assign(chain.fixture, { behind, logsBehind });
      expect(await follower.run()).toMatchObject({ sightings: [], gone: [] });
    }
    Object.assign(chain.fixture, { behind: 0, logsBehind: 0 });
    expect(await follower.run()).toMatchObject({ sightings: [], gone: [] });
  });

  it('bounds the requests of a run, and continues where the last one stopped', async () => {
    const { chain, follower } = chainOf({ rangeBlocksMax: 3 });
    chain.addEmpty(10);
    chain.add(Array.from({ length: 3 }, (_, n) => created(n)));
    chain.addEmpty(2_000);
    chain.add([created(9)]);
    const perRun: number[] = [];
    while (!follower.campaigns.has(campaignId(1, contractOf(9)))) {
      await follower.run();
      perRun.push(follower.requests.length);
      expect(perRun.length).toBeLessThan(10);
    }
    expect(perRun.length).toBeGreaterThan(3);
    expect(Math.max(...perRun)).toBeLessThan(180);
    expect(follower.campaigns).toEqual(expected(chain));
  });

  it('requests no range again that the node has rejected for its length', async () => {
    const { chain, follower } = chainOf({ rangeBlocksMax: 10 });
    chain.addEmpty(3_000);
    const longest: number[] = [];
    for (let run = 0; run < 3; run++) {
      await follower.run();
      const filters = follower.requests
        .filter(({ method }) => method === 'eth_getLogs')
        .map(({ params: [filter] }) => filter as { fromBlock: string; toBlock: string });
      longest.push(filters.filter((each) => Number(each.toBlock) - Number(each.fromBlock) >= 10).length);
    }
    // 2 000 blocks halved eight times, and 11 once.
    expect(longest).toEqual([9, 0, 0]);
  });

  it('stops at the end of its time, with progress', async () => {
    let nowMs = 0;
    const chain = new FakeCampaignChain({ genesisMs: GENESIS_MS, rangeBlocksMax: 10 });
    chain.addEmpty(500);
    const slow: typeof chain.handler = (request) => {
      nowMs += 10_000;
      return chain.handler(request);
    };
    const follower = new FollowedFinder({ handler: slow, nowMs: () => GENESIS_MS + 6e6, monotonicMs: () => nowMs });
    const reached: unknown[] = [];
    for (let run = 0; run < 3; run++) {
      await follower.run();
      expect(follower.requests.length).toBeLessThan(16);
      reached.push((follower.memory as { checkpoints: { number: number }[] }).checkpoints[0]?.number);
    }
    expect(reached).toEqual([...reached].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(reached).size).toBe(3);
  });

  it('completes one block with hundreds of campaigns, the last ones without the facts of their tokens', async () => {
    const { chain, follower } = chainOf();
    chain.addEmpty(5);
    chain.add(Array.from({ length: 400 }, (_, n) => created(n)));
    chain.add([created(500)]);
    chain.addEmpty(70);
    await follower.run();
    expect(follower.requests.length).toBeLessThan(330);
    expect(follower.campaigns.size).toBe(400);
    await follower.run();
    expect(follower.campaigns).toEqual(expected(chain));
  });

  it('reads the tokens that exceeded the budget in later runs, once', async () => {
    const { chain, follower } = chainOf();
    chain.add(Array.from({ length: 400 }, (_, n) => created(n)));
    const holders = new Map<string, number | null | undefined>();
    const perRun: number[] = [];
    for (let found = 1; found > 0; perRun.push(found)) {
      const { sightings } = await follower.run();
      expect(follower.requests.length).toBeLessThan(330);
      for (const { externalId, campaign } of sightings) holders.set(externalId, campaign?.tokenHolders);
      found = sightings.length;
      if (perRun.length === 0) expect([...holders.values()]).toContain(null);
      expect(perRun.length).toBeLessThan(9);
    }
    expect([...holders.values()]).toEqual(Array.from({ length: 400 }, () => 0));
    expect(follower.memory).toMatchObject({ unreadable: 0 });
  });
});
