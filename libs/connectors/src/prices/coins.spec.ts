import { SourceError } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer, pollOf } from '@droptrack/sources/testing';
import { coinOf } from './coin-chains';
import { fetchPrices, type TokenAnswer } from './coins';
import type { PriceTimes } from './price-age';
import { fakeCoin, fakeCoins } from './fake-source';

const NOW_MS = Date.UTC(2026, 8, 1, 12);
const HOUR_MS = 3_600_000;
const DAI = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F';
const DAI_COIN = 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDC = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${MINT}`;

let answering: FakeHandler;
let source: FakeServer;
beforeEach(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterEach(() => source.close());

const fetchOf = (tokens: ReadonlyMap<string, PriceTimes | null>) =>
  fetchPrices({ url: source.url }, pollOf(null, { nowMs: NOW_MS }).http, tokens, NOW_MS);
const fetchAll = (...tokens: string[]) => fetchOf(new Map(tokens.map((token) => [token, null])));
/** Answer for DAI, which the source states like this. */
const answerOf = async (declared: unknown, times: PriceTimes | null = null) => {
  answering = fakeCoins({ coins: new Map([[DAI_COIN, declared]]) });
  return (await fetchOf(new Map([[DAI, times]]))).get(DAI) as TokenAnswer;
};

describe('the name of a token', () => {
  it.each([
    [DAI, DAI_COIN],
    [USDC, `solana:${MINT}`],
    ['eip155:100/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F', 'xdai:0x6b175474e89094c44da98b954eedeac495271d0f'],
    ['eip155:1/slip44:60', null],
    ['eip155:424242/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F', null],
    ['eip155:1/erc20:0x6B17,ethereum:0x00', null],
    ['', null],
  ])('of %s is %s', (token, name) => expect(coinOf(token)).toBe(name));
});

describe('prices of tokens', () => {
  it('come in one request, each with its instant and a public URL of its own', async () => {
    const atMs = NOW_MS - 10 * 60_000;
    answering = fakeCoins({ coins: new Map([[DAI_COIN, fakeCoin(0.9998, atMs)], [`solana:${MINT}`, fakeCoin(1, atMs)]]) }); // prettier-ignore
    const prices = await fetchAll(DAI, USDC, 'eip155:1/slip44:60');
    expect(Object.fromEntries([...prices].map(([token, answer]) => [token, (answer as TokenAnswer).price]))).toEqual({
      [DAI]: { usd: 0.9998, observedAtMs: atMs, url: `https://coins.llama.fi/prices/current/${DAI_COIN}` },
      [USDC]: { usd: 1, observedAtMs: atMs, url: `https://coins.llama.fi/prices/current/solana:${MINT}` },
      'eip155:1/slip44:60': null,
    });
    expect(source.requests.map(({ url }) => decodeURIComponent(url.pathname))).toEqual([
      `/prices/current/${DAI_COIN},solana:${MINT}`,
    ]);
  });

  it('need no request if the source has no name for any token', async () => {
    expect((await fetchAll('eip155:1/slip44:60')).size).toBe(1);
    expect(source.requests).toEqual([]);
  });

  it.each([
    ['4 hours old, of confidence 0.9', fakeCoin(2, NOW_MS - 4 * HOUR_MS, 0.9), 2],
    ['older than 4 hours, of confidence 0.98', fakeCoin(2, NOW_MS - 4 * HOUR_MS - 1_000, 0.98), null],
    ['12 hours old, of confidence 0.99', fakeCoin(2, NOW_MS - 12 * HOUR_MS, 0.99), 2],
    ['older than 12 hours', fakeCoin(2, NOW_MS - 12 * HOUR_MS - 1_000, 1), null],
    ['a little ahead', fakeCoin(2, NOW_MS + 60_000), 2],
    ['from the future', fakeCoin(2, NOW_MS + 10 * 60_000), null],
    ['of confidence 0.9', fakeCoin(2, NOW_MS, 0.9), 2],
    ['of confidence 1.01', fakeCoin(2, NOW_MS, 1.01), 2],
    ['of confidence 0.89', fakeCoin(2, NOW_MS, 0.89), null],
    ['without a confidence', { price: 2, timestamp: NOW_MS / 1_000 }, null],
    ['of 0', fakeCoin(0, NOW_MS), null],
    ['too small to be one', fakeCoin(1e-300, NOW_MS), null],
  ])('count or not: %s', async (_case, declared, usd) => {
    expect((await answerOf(declared)).price?.usd ?? null).toBe(usd);
  });

  it('are dated at the response if the clock of the source is ahead', async () => {
    expect(await answerOf(fakeCoin(2, NOW_MS + 60_000))).toMatchObject({ price: { observedAtMs: NOW_MS } });
  });

  // A token that is rarely traded has an old price that is right; otherwise the source has stopped.
  it.each([
    ['of a token with a new price every hour', HOUR_MS, 2, 2],
    ['of one with a new price every hour, which got none for longer', HOUR_MS, 2.1, null],
    ['of one with a new price every few minutes, which polls see once an hour', HOUR_MS / 12, 2.1, null],
    ['of a token with a new price every 3 hours', 3 * HOUR_MS, 6, 2],
    ['of one with a new price every 3 hours, which got none for longer', 3 * HOUR_MS, 6.1, null],
    ['of a token with a new price every day', 24 * HOUR_MS, 12, 2],
  ])('count by how often the token gets one: %s', async (_, gapMs, ageHours, usd) => {
    const atMs = NOW_MS - ageHours * HOUR_MS;
    const answer = await answerOf(fakeCoin(2, atMs, 1), { lastMs: atMs, gapMs });
    expect(answer.price?.usd ?? null).toBe(usd);
  });

  it('carry the times of the last two for the next request, also of one that does not count', async () => {
    const first = await answerOf(fakeCoin(2, NOW_MS - 5 * HOUR_MS, 0.5));
    expect(first).toMatchObject({ price: null, times: { lastMs: NOW_MS - 5 * HOUR_MS, gapMs: null } });
    const same = await answerOf(fakeCoin(2, NOW_MS - 5 * HOUR_MS), first.times);
    expect(same.times).toEqual(first.times);
    const next = await answerOf(fakeCoin(2, NOW_MS - HOUR_MS), same.times);
    expect(next.times).toEqual({ lastMs: NOW_MS - HOUR_MS, gapMs: 4 * HOUR_MS });
  });

  it('that do not count have a reason', async () => {
    expect((await answerOf(fakeCoin(2, NOW_MS - 13 * HOUR_MS))).reason).toBe('the price is 13 h old, more than 12 h');
    expect((await answerOf(fakeCoin(2, NOW_MS, 0.5))).reason).toBe('the confidence in the price is only 0.5');
  });

  it.each([
    ['a negative price', fakeCoin(-1, NOW_MS), 'price'],
    ['1e300', fakeCoin(1e300, NOW_MS), 'price'],
    ['a text', { ...fakeCoin(1, NOW_MS), price: '1.0' }, 'price'],
    ['a price of null', { ...fakeCoin(1, NOW_MS), price: null }, 'price'],
    ['a time as text', { ...fakeCoin(1, NOW_MS), timestamp: '2026' }, 'timestamp'],
    ['no object', 7, DAI_COIN],
  ])('of a wrong shape name the path: %s', async (_case, declared, path) => {
    const answer = await answerOf(declared);
    expect(answer).toBeInstanceOf(SourceError);
    expect((answer as unknown as SourceError).message).toContain(path);
  });

  it('of other tokens are not affected by an invalid one, and those of unrequested tokens are ignored', async () => {
    answering = fakeCoins({
      coins: new Map<string, unknown>([[DAI_COIN, fakeCoin(-1, NOW_MS)], [`solana:${MINT}`, fakeCoin(1, NOW_MS)]]),
      others: { 'ethereum:0x0000000000000000000000000000000000000001': fakeCoin(5, NOW_MS), ['__proto__x']: 1 },
    }); // prettier-ignore
    const prices = await fetchAll(DAI, USDC);
    expect([...prices.keys()]).toEqual([DAI, USDC]);
    expect(prices.get(USDC)).toMatchObject({ price: { usd: 1 } });
  });

  it.each([[{ body: { prices: {} } }], [{ body: '{"coins":{"a":NaN}}' }], [{ body: [] }]])(
    'fail as a whole for a response that is no set of prices: %j',
    async (reply) => {
      answering = () => reply;
      await expect(fetchAll(DAI)).rejects.toMatchObject({ kind: 'wrong_shape' });
    },
  );
});
