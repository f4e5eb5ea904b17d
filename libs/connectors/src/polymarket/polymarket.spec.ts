import { SourceQueryError } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { polymarketConnector } from './polymarket';
import { type PolymarketFixture, fakePolymarket } from './fake-source';

const NOW_MS = Date.UTC(2026, 8, 1, 12);

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const fixture: PolymarketFixture = {
  markets: new Map([
    ['linea-airdrop', { prices: { Yes: 0.64, No: 0.36 }, volumeUsd: 250_000 }],
    ['quiet', { prices: { Yes: 0.5, No: 0.5 }, volumeUsd: 800 }],
    ['over', { prices: { Yes: 1, No: 0 }, volumeUsd: 250_000, closed: true }],
  ]),
};
const connector = () => polymarketConnector({ url: source.url });
const collect = (market: string, outcome = 'Yes') => connector().read(pollOf({ market, outcome }, { nowMs: NOW_MS }));

describe('the query of a catalogue file for Polymarket', () => {
  it.each([
    ['linea-airdrop', { market: 'linea-airdrop', outcome: 'Yes' }],
    [{ market: 'linea-airdrop' }, { market: 'linea-airdrop', outcome: 'Yes' }],
    [
      { market: 'linea-airdrop', outcome: 'No' },
      { market: 'linea-airdrop', outcome: 'No' },
    ],
  ])('accepts %j', (declared, query) => expect(connector().parseQuery(declared)).toEqual(query));

  it.each([
    '',
    'a&closed=true',
    'A',
    {},
    { market: 'a', outcome: '' },
    { market: 'a', outcome: true },
    { market: 'a', b: 1 },
    null,
  ])('rejects %j', (declared) => expect(() => connector().parseQuery(declared)).toThrow(SourceQueryError));
});

describe('Polymarket', () => {
  beforeEach(() => {
    answering = fakePolymarket(fixture);
  });

  it('returns the probability of the requested outcome', async () => {
    const reading = { signal: 'market_probability', observedAtMs: NOW_MS };
    expect((await collect('linea-airdrop')).readings).toEqual([{ ...reading, value: 0.64 }]);
    expect((await collect('linea-airdrop', 'No')).readings).toEqual([{ ...reading, value: 0.36 }]);
  });

  it('asks for the market by its slug, in one request', async () => {
    const before = source.requests.length;
    for (const slug of ['linea-airdrop', 'over']) await collect(slug);
    expect(source.requests.slice(before).map(({ url }) => url.pathname + url.search)).toEqual([
      '/markets/slug/linea-airdrop',
      '/markets/slug/over',
    ]);
  });

  // A market that has ended is no error of the catalogue file, and its last price is no forecast.
  it('returns no reading for a market that has ended or is hardly traded', async () => {
    expect([await collect('over'), await collect('quiet')].map(({ readings }) => readings)).toEqual([[], []]);
  });

  it('fails for an unknown market or outcome', async () => {
    await expect(collect('unheard-of')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(collect('linea-airdrop', 'Maybe')).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('"Yes", "No"'),
    });
  });

  // A source that ignores the parameter must not supply the price of another market.
  it('rejects another market than the requested one', async () => {
    answering = () =>
      fakePolymarket(fixture)({ ...source.requests.at(-1)!, url: new URL('http://x/markets/slug/linea-airdrop') });
    await expect(collect('another')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['too many requests', { status: 429, body: '' }, 'rate_limited'],
    ['a failure', { status: 500, body: {} }, 'status'],
    ['an error with status 200', { body: { type: 'error', error: 'oops' } }, 'wrong_shape'],
    ['a list', { body: [] }, 'wrong_shape'],
    ['a country in which it is not available', { status: 451, body: '' }, 'blocked'],
    ['such a country, by another status', { status: 453, body: '' }, 'blocked'],
  ])('fails at %s', async (_what, reply, kind) => {
    answering = () => reply;
    await expect(collect('linea-airdrop')).rejects.toMatchObject({ kind });
  });
});
