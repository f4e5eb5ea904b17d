import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { expectValidSightings } from '../testing/sightings';
import { type FakeEvent, type FakeEventMarket, fakePolymarketEvents } from './fake-source';
import { polymarketFinder } from './polymarket';

const NOW_MS = Date.UTC(2026, 8, 15, 12);

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const find = () => polymarketFinder({ url: source.url }).read(finderRun({ nowMs: NOW_MS }));
const serve = (events: Record<string, FakeEvent>, pageItems = 100) => {
  answering = fakePolymarketEvents({ events: new Map(Object.entries(events)), pageItems });
};
/** The only sighting of an event. */
async function sightingOf(event: FakeEvent) {
  serve({ event });
  const { sightings } = await find();
  expect(sightings).toHaveLength(1);
  return sightings[0]!;
}

const rung = (label: string, yes: number, over: Partial<FakeEventMarket> = {}): FakeEventMarket => ({
  question: `Variational FDV above ${label} one day after launch?`,
  label,
  yes,
  volumeUsd: 50_000,
  ...over,
});
const ladder = (...markets: FakeEventMarket[]): FakeEvent => ({
  title: 'Variational FDV above ___ one day after launch?',
  endDate: '2028-01-01T05:00:00Z',
  markets,
});
const byDate = (label: string, yes: number, over: Partial<FakeEventMarket> = {}): FakeEventMarket => ({
  question: `Will OnRe launch a token by ${label}?`,
  label,
  yes,
  volumeUsd: 20_000,
  ...over,
});
const launch = (...markets: FakeEventMarket[]): FakeEvent => ({
  title: 'Will OnRe launch a token by ___?',
  endDate: '2027-10-01T04:00:00Z',
  markets,
});

describe('the finder of markets at Polymarket', () => {
  it('finds the ladder of an FDV event, ascending, with its volume and deadline', async () => {
    const event = ladder(rung('$1B', 0.61), rung('$100M', 0.99), rung('$500M', 0.86));
    serve({ 'variational-fdv-above-one-day-after-launch': event });
    expect(await find()).toEqual({
      sightings: [
        {
          externalId: 'variational-fdv-above-one-day-after-launch',
          kind: 'market',
          name: 'Variational',
          url: 'https://polymarket.com/event/variational-fdv-above-one-day-after-launch',
          identity: {
            token: null,
            contract: null,
            defillama: null,
            market: 'variational-fdv-above-one-day-after-launch',
          },
          facts: expect.objectContaining({ launchBy: '2028-01-01T05:00:00.000Z', probability: null, symbol: null }),
          campaign: null,
          market: {
            fdvBy: '2028-01-01T05:00:00.000Z',
            fdvUsd: [
              { above: 100e6, probability: 0.99 },
              { above: 500e6, probability: 0.86 },
              { above: 1e9, probability: 0.61 },
            ],
            airdrop: null,
            launch: null,
            volumeUsd: 150_000,
          },
        },
      ],
      gone: [],
      memory: null,
    });
  });

  // Which price is stale is unknown, and the event is worth a candidate without the ladder, too.
  it('states no ladder if its prices contradict each other, and levels the spread', async () => {
    const contradicting = await sightingOf(ladder(rung('$100M', 0.5), rung('$1B', 0.8)));
    expect(contradicting).toMatchObject({ name: 'Variational', market: { fdvUsd: [] }, facts: { launchBy: null } });
    const spread = await sightingOf(ladder(rung('$100M', 0.5), rung('$200M', 0.52), rung('$1B', 0.1)));
    expect(spread.market!.fdvUsd.map(({ probability }) => probability)).toEqual([0.51, 0.51, 0.1]);
  });

  it.each([
    ['of too little volume', rung('$1B', 0.6, { volumeUsd: 9_999 })],
    ['that is closed', rung('$1B', 1, { closed: true })],
    ['of another project', rung('$1B', 0.6, { question: 'Hyena FDV above $1B one day after launch?' })],
    ['of another bound than its label', rung('$2B', 0.6, { question: rung('$1B', 0).question })],
    ['whose question is not parsed', rung('$1B', 0.6, { question: 'Variational FDV between $1B and $2B?' })],
  ])('leaves out a rung %s', async (_what, left) => {
    const { market } = await sightingOf(ladder(rung('$100M', 0.9), left));
    expect(market!.fdvUsd).toEqual([{ above: 100e6, probability: 0.9 }]);
  });

  it('takes the bound from the question if the label is none', async () => {
    const { market } = await sightingOf(
      ladder(rung('$100M', 0.9, { label: null }), rung('$1B', 0.2, { label: 'Moon' })),
    );
    expect(market!.fdvUsd.map(({ above }) => above)).toEqual([100e6, 1e9]);
  });

  it('finds a launch by the last date, and the first date by which it is likely', async () => {
    const event = launch(
      byDate('June 30, 2027', 0.515, { endDate: '2027-07-01T04:00:00Z' }),
      byDate('December 31, 2026', 0.14),
      byDate('March 31, 2027', 0.255),
      byDate('September 30, 2027', 0.695),
    );
    const { market, facts, name } = await sightingOf(event);
    expect(name).toBe('OnRe');
    expect(market).toMatchObject({
      fdvUsd: [],
      airdrop: null,
      launch: { probability: 0.695, by: '2027-09-30T23:59:59.999Z' },
    });
    // The launch of a token is no drop.
    expect(facts).toMatchObject({ launchBy: '2027-06-30T23:59:59.999Z', probability: null });
  });

  it('finds an airdrop with its probability, and the year by the end of the market', async () => {
    const event: FakeEvent = {
      title: 'MegaETH airdrop by...?',
      endDate: '2027-01-01T05:00:00Z',
      markets: [
        {
          question: 'Will MegaETH perform an airdrop by December 31?',
          label: 'December 31',
          yes: 0.43,
          volumeUsd: 1e6,
        },
      ],
    };
    const { market, facts } = await sightingOf(event);
    expect(market).toMatchObject({ airdrop: { probability: 0.43, by: '2026-12-31T23:59:59.999Z' }, launch: null });
    expect(facts).toMatchObject({ probability: 0.43, launchBy: null });
  });

  it('states no date if the prices contradict each other', async () => {
    const { market, facts } = await sightingOf(launch(byDate('December 31, 2026', 0.6), byDate('June 30, 2027', 0.3)));
    expect([market!.launch, facts.launchBy]).toEqual([null, null]);
  });

  it('skips events of other subjects, closed ones, and those without a slug for a link', async () => {
    const event = ladder(rung('$1B', 0.5));
    serve({
      'kraken-ipo': { ...event, title: 'Kraken IPO closing market cap above ___ ?' },
      over: { ...event, closed: true },
      '../../evil': event,
      'a/b': event,
      'A B': event,
    });
    expect((await find()).sightings).toEqual([]);
  });

  it('reads all pages, and an event that is on two of them once', async () => {
    const events = Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`project-${i}`, { ...ladder(), title: `Project ${i} airdrop by...?` }]),
    );
    serve(events, 60);
    const asked = source.requests.length;
    const { sightings } = await find();
    expect(new Set(sightings.map(({ externalId }) => externalId)).size).toBe(250);
    expect(source.requests.length - asked).toBe(5);
    expect(source.requests.at(-1)!.url.search).toBe('?tag_slug=pre-market&closed=false&limit=100&after_cursor=240');

    const page = { events: [{ slug: 'a', title: 'Monad airdrop by...?' }] };
    answering = ({ url }) => ({ body: url.searchParams.has('after_cursor') ? page : { ...page, next_cursor: 'x' } });
    expect((await find()).sightings).toHaveLength(1);
  });

  it.each([
    ['in a circle', () => ({ body: { events: [], next_cursor: 'same' } }), 'wrong_shape'],
    ['without an end', () => ({ body: { events: [], next_cursor: String(Math.random()) } }), 'too_large'],
  ])('fails for pages %s', async (_what, handler, kind) => {
    answering = handler;
    const asked = source.requests.length;
    await expect(find()).rejects.toMatchObject({ kind });
    expect(source.requests.length - asked).toBeLessThanOrEqual(40);
  });

  it.each([
    [null, '""'],
    [[], '""'],
    [{ events: {} }, '"events"'],
    [{ events: [null] }, '"events.0"'],
    [{ events: [{ slug: 5 }] }, '"events.0.slug"'],
    [{ events: [{ slug: 'a', volume: 'much' }] }, '"events.0.volume"'],
    [{ events: [], next_cursor: 7 }, '"next_cursor"'],
  ])('fails at %j with the path', async (body, path) => {
    answering = () => ({ body });
    await expect(find()).rejects.toMatchObject({ kind: 'wrong_shape', message: expect.stringContaining(`at ${path}`) });
  });

  it.each([
    [{ outcomes: ['Yes', 'No'] }, 'outcomes'],
    [{ outcomePrices: '["0.5"]' }, 'outcomePrices'],
    [{ outcomePrices: '["2", "0"]' }, 'outcomePrices.0'],
    [{ closed: undefined }, 'closed'],
    [{ question: 5 }, 'question'],
  ])('fails at a market with %j with the path', async (over, member) => {
    const market = { slug: 'm', outcomes: '["Yes","No"]', outcomePrices: '["0.5","0.5"]', closed: false, ...over };
    answering = () => ({ body: { events: [{ slug: 'a', title: 'Monad airdrop by...?', markets: [market] }] } });
    await expect(find()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: expect.stringContaining(`event a: unexpected response at "0.${member}"`),
    });
  });

  // Events of other subjects are of no concern, whatever their markets look like.
  it('ignores the markets of events of other subjects', async () => {
    answering = () => ({ body: { events: [{ slug: 'a', title: 'US recession in 2026?', markets: [{ slug: 5 }] }] } });
    expect((await find()).sightings).toEqual([]);
  });

  it('fails at an error status, and at a body above the limit', async () => {
    answering = () => ({ status: 500, body: {} });
    await expect(find()).rejects.toMatchObject({ kind: 'status' });
    answering = () => ({ body: { events: [{ title: 'x'.repeat(33 * 1_024 * 1_024) }] } });
    await expect(find()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('reads 10 MB of hostile titles, and returns clean names only', async () => {
    const hostile = [
      '\u202E\u0000Open\u200BSea\u0007',
      '<script>alert(1)</script>',
      '$(rm -rf /)',
      'x'.repeat(5_000_000),
      'y'.repeat(5_000_000),
      '\ud800 FDV',
    ];
    serve(
      Object.fromEntries(
        hostile.map((name, i) => [`e-${i}`, { ...ladder(), title: `${name} FDV above ___ one day after launch?` }]),
      ),
    );
    const { sightings } = await find();
    expectValidSightings(sightings);
    expect(sightings.map(({ name }) => name)).toContain('OpenSea');
    expect(sightings.length).toBeLessThan(hostile.length);
  });
});
