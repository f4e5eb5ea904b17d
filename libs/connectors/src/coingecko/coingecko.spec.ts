import { SourceQueryError } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { coingeckoConnector, trendingIds, trendOf } from './coingecko';
import { type CoingeckoFixture, fakeCoingecko } from './fake-source';

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 8, 1, 12);

let answering: FakeHandler;
let source: FakeServer;
beforeEach(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterEach(() => source.close());

const connector = (apiKey: string | null = null) => coingeckoConnector({ url: source.url, apiKey });
const fixture = (over: Partial<CoingeckoFixture> = {}): CoingeckoFixture => ({
  trending: ['linea', 'aave'],
  apiKey: null,
  ...over,
});

describe('the trend of a coin', () => {
  const ids = Array.from({ length: 17 }, (_, index) => `coin-${index + 1}`);
  it.each([
    ['coin-1', 1],
    ['coin-4', 0.8],
    ['coin-15', 1 / 15],
    ['coin-16', 0],
    ['coin-17', 0],
    ['not-in-the-list', 0],
  ])('of %s is %f', (id, trend) => expect(trendOf(id, ids)).toBeCloseTo(trend, 12));

  // Otherwise all coins would fall to 0 at once.
  it.each([
    ['an empty list', { coins: [] }],
    ['no list', { nfts: [] }],
    ['coins without items', { coins: [{ id: 'linea' }] }],
    ['an id that is a number', { coins: [{ item: { id: 7 } }] }],
    ['nothing', null],
  ])('is not taken from %s', (_what, body) => {
    expect(() => trendingIds(body)).toThrow(expect.objectContaining({ kind: 'wrong_shape' }));
  });
});

describe('CoinGecko', () => {
  it('returns the trend of a listed coin, and 0 for any other', async () => {
    answering = fakeCoingecko(fixture());
    const ask = connector();
    const collected = await Promise.all(['aave', 'zora'].map((id) => ask.read(pollOf(id, { nowMs: NOW_MS }))));
    expect(collected.map(({ readings }) => readings)).toEqual([
      [{ signal: 'search_trend', value: 1 - 1 / 15, observedAtMs: NOW_MS }],
      [{ signal: 'search_trend', value: 0, observedAtMs: NOW_MS }],
    ]);
  });

  // The quota is ten requests a minute, for thousands of drops.
  it('sends one request per five minutes for all drops, and dates their readings at that request', async () => {
    answering = fakeCoingecko(fixture());
    const ask = connector();
    const atMs = [0, 0, 5 * MINUTE_MS - 1, 5 * MINUTE_MS].map((ms) => NOW_MS + ms);
    const [a, b] = await Promise.all([0, 1].map(() => ask.read(pollOf('linea', { nowMs: NOW_MS }))));
    const c = await ask.read(pollOf('linea', { nowMs: atMs[2]! }));
    expect(source.requests).toHaveLength(1);
    const d = await ask.read(pollOf('linea', { nowMs: atMs[3]! }));
    expect(source.requests).toHaveLength(2);
    expect([a, b, c, d].map((each) => each?.readings[0]?.observedAtMs)).toEqual([NOW_MS, NOW_MS, NOW_MS, atMs[3]]);
  });

  it('rejects all polls that share a failed request, and sends a new request for the next poll', async () => {
    answering = () => ({ status: 500, body: 'oops' });
    const ask = connector();
    const polls = await Promise.allSettled([0, 1].map(() => ask.read(pollOf('linea', { nowMs: NOW_MS }))));
    expect(polls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(source.requests).toHaveLength(1);

    answering = fakeCoingecko(fixture());
    expect((await ask.read(pollOf('linea', { nowMs: NOW_MS }))).readings[0]?.value).toBe(1);
  });

  it('sends its key, and fails with unauthorized when the key is rejected', async () => {
    answering = fakeCoingecko(fixture({ apiKey: 'CG-1' }));
    const poll = () => pollOf('linea', { nowMs: NOW_MS });
    await expect(connector('CG-1').read(poll())).resolves.toMatchObject({ memory: null });
    await expect(connector('CG-2').read(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(connector().read(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  // https://docs.coingecko.com/reference/authentication
  it.each([
    ['https://pro-api.coingecko.com/api/v3', 'x-cg-pro-api-key'],
    ['https://api.coingecko.com/api/v3', 'x-cg-demo-api-key'],
  ])('sends its key to %s as %s', async (url, header) => {
    const json = jest.fn(async () => ({ kind: 'not_modified' as const }));
    const poll = { ...pollOf('linea', { nowMs: NOW_MS }), http: { json, text: json } };
    await expect(coingeckoConnector({ url, apiKey: 'CG-1' }).read(poll)).rejects.toMatchObject({
      kind: 'wrong_shape',
    });
    expect(json).toHaveBeenCalledWith(`${url}/search/trending`, { headers: { [header]: 'CG-1' } });
  });

  it.each(['', 'Linea', 'a b', 'a'.repeat(101), 5, null, ['linea']])('rejects the query %j', (declared) => {
    expect(() => connector().parseQuery(declared)).toThrow(SourceQueryError);
  });
});
