import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { expectValidSightings } from '../testing/sightings';
import { fakeMerkl, type FakeOpportunity, type FakeToken } from './fake-source';
import { merklFinder } from './merkl';

const NOW_MS = Date.UTC(2026, 8, 15, 12);
const IDENTIFIER = '0x82D2CE1f71cbe391c05E21132811e5172d51A6EE';

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const finder = (apiKey: string | null = null) => merklFinder({ url: source.url, apiKey, lookbackDays: 30 });
const find = (sinceMs: number | null = null) => finder().read(finderRun({ nowMs: NOW_MS, sinceMs }));
const serve = (opportunities: Record<string, FakeOpportunity>) => {
  answering = fakeMerkl({ opportunities: new Map(Object.entries(opportunities)) });
};
const usdc: FakeToken = { symbol: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 };
const drop = (over: Partial<FakeOpportunity> = {}): FakeOpportunity => ({
  name: 'Lazy Summer claim',
  action: 'DROP',
  type: 'JSON_AIRDROP',
  tokens: [usdc],
  ...over,
});
const gravity: FakeToken = { symbol: 'GRAV', name: 'Gravity points', address: `0x${'1'.repeat(40)}`, type: 'POINT' };
const hold = (...rewards: FakeToken[]): FakeOpportunity => ({ name: 'Hold USDat', action: 'HOLD', rewards });

describe('the finder of opportunities at Merkl', () => {
  it('finds a drop with its token and start', async () => {
    serve({ '7327235486235463977': drop({ chain: 'Arbitrum One', chainId: 42161 }) });
    expect((await find()).sightings).toEqual([
      {
        externalId: 'drop/7327235486235463977',
        kind: 'opportunity',
        name: 'Lazy Summer claim',
        url: `https://app.merkl.xyz/opportunities/arbitrum-one/JSON_AIRDROP/${IDENTIFIER}`,
        identity: { token: null, contract: null, defillama: null, market: null },
        facts: expect.objectContaining({
          chain: 'arbitrum',
          symbol: 'USDC',
          decimals: 6,
          startsAt: '2026-09-25T00:00:00.000Z',
          endsAt: null,
        }),
        campaign: null,
        market: null,
      },
    ]);
  });

  // Two compensations in a stablecoin are two drops, and all of them are paid by one contract.
  it('identifies no drop by its token', async () => {
    serve({ '1': drop(), '2': drop({ name: 'Another claim' }) });
    const { sightings } = await find();
    expect(sightings.map(({ identity }) => [identity.token, identity.contract])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('states no token for a drop of several', async () => {
    serve({ '1': drop({ tokens: [usdc, { ...usdc, symbol: 'ARB' }] }) });
    expect((await find()).sightings).toMatchObject([{ facts: { symbol: null, decimals: null } }]);
  });

  it('finds a program of points once, however many opportunities are rewarded with them', async () => {
    serve({ '2': hold(gravity), '1': hold(gravity, { ...usdc }), '3': hold({ ...gravity, chainId: 8453 }) });
    expect((await find()).sightings).toMatchObject([
      { externalId: `points/1/${gravity.address}`, name: 'Gravity points', identity: { token: null } },
      { externalId: `points/8453/${gravity.address}`, facts: { chain: 'base', symbol: 'GRAV' } },
    ]);
  });

  it('identifies a program by its token before the launch', async () => {
    const address = '0x912ce59144191c1204e64559fe8253a0e49e6548';
    serve({ '1': hold({ symbol: 'kRES', address, type: 'PRETGE', name: null }), '2': hold(usdc) });
    expect((await find()).sightings).toMatchObject([
      {
        externalId: `pretge/1/${address}`,
        name: 'kRES',
        identity: { token: 'eip155:1/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548' },
        facts: { symbol: 'kRES', decimals: 18, startsAt: null, endsAt: null },
      },
    ]);
  });

  const daysAgo = (days: number): number => NOW_MS / 1_000 - days * 86_400;
  const ids = async (sinceMs: number | null = null) =>
    (await find(sinceMs)).sightings.map(({ externalId }) => externalId);

  // Nothing is computed over time for a drop, so Merkl never lists it as live.
  it('finds a drop in the past state, which starts with its creation', async () => {
    serve({ '1': drop({ status: 'PAST', startSeconds: null, createdSeconds: daysAgo(29) }) });
    expect((await find()).sightings).toMatchObject([
      { externalId: 'drop/1', facts: { startsAt: new Date(daysAgo(29) * 1_000).toISOString(), endsAt: null } },
    ]);
  });

  it('finds the drops of the lookback, or since the last run if that was before', async () => {
    const past = (days: number) => drop({ status: 'PAST', createdSeconds: daysAgo(days) });
    serve({ '1': past(31), '2': past(40), '3': past(30), '4': past(1) });
    expect(await ids()).toEqual(['drop/4', 'drop/3']);
    expect(await ids(daysAgo(35) * 1_000)).toEqual(['drop/4', 'drop/3', 'drop/1']);
  });

  it('asks for no page of drops beyond the lookback', async () => {
    const all = Array.from({ length: 450 }, (_, i) => [
      String(i),
      drop({ status: 'PAST', createdSeconds: daysAgo(i / 5) }),
    ]);
    serve(Object.fromEntries(all) as Record<string, FakeOpportunity>);
    const asked = source.requests.length;
    expect(await ids()).toHaveLength(151);
    expect(source.requests.slice(asked).filter(({ url }) => url.searchParams.has('action'))).toHaveLength(2);
  });

  it('sends the key of the operator, if there is one', async () => {
    serve({});
    await finder('k1').read(finderRun({ nowMs: NOW_MS }));
    await find();
    expect(source.requests.slice(-6).map(({ headers }) => headers['x-api-key'])).toEqual([
      ...['k1', 'k1', 'k1'],
      ...[undefined, undefined, undefined],
    ]);
  });

  it.each([
    ['is a drop of points', drop({ tokens: [{ ...usdc, type: 'POINT' }] })],
    ['rewards with points and has ended', { ...hold(gravity), status: 'PAST' as const }],
    ['is hidden', drop({ hidden: true })],
    ['is of another action', { ...drop(), action: 'LEND' }],
    ['is a test', drop({ tokens: [{ ...usdc, isTest: true }] })],
    ['rewards with test points', hold({ ...gravity, isTest: true })],
  ])('leaves out an opportunity that %s', async (_what, opportunity) => {
    // A source that ignores the parameters must not add what was not asked for.
    const all = fakeMerkl({ opportunities: new Map([['1', opportunity]]) });
    answering = (asked) => all({ ...asked, url: new URL(`http://x/v4/opportunities?status=LIVE,SOON,PAST`) });
    expect((await find()).sightings).toEqual([]);
  });

  it('asks for drops, points and tokens before their launch, page by page', async () => {
    serve(Object.fromEntries(Array.from({ length: 250 }, (_, i) => [String(i), drop({ name: `Drop ${i}` })])));
    const asked = source.requests.length;
    expect((await find()).sightings).toHaveLength(250);
    const searches = source.requests.slice(asked).map(({ url }) => decodeURIComponent(url.search));
    expect(searches).toEqual([
      ...[0, 1, 2].map(
        (page) => `?action=DROP&status=LIVE,SOON,PAST&sort=lastCampaignCreatedAt&order=desc&items=100&page=${page}`,
      ),
      '?tokenTypes=POINT&status=LIVE,SOON&items=100&page=0',
      '?tokenTypes=PRETGE&status=LIVE,SOON&items=100&page=0',
    ]);
  });

  it('fails for pages without an end', async () => {
    const body = Array.from({ length: 100 }, () => ({}));
    const full = fakeMerkl({ opportunities: new Map(body.map((_, i) => [String(i), drop()])) });
    answering = (asked) => full({ ...asked, url: new URL('http://x/v4/opportunities?items=100') });
    await expect(find()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    [null, '""'],
    [{ error: 'x' }, '""'],
    [[{ id: 5 }], '"0.id"'],
    [[{ ...base(), tokens: [{ ...tokenBase(), decimals: '6' }] }], '"0.tokens.0.decimals"'],
    [[{ ...base(), rewardsRecord: { breakdowns: [{ token: null }] } }], '"0.rewardsRecord.breakdowns.0.token"'],
    [[{ ...base(), earliestCampaignStart: 'soon' }], '"0.earliestCampaignStart"'],
  ])('fails at %j with the path', async (body, path) => {
    answering = () => ({ body });
    await expect(find()).rejects.toMatchObject({ kind: 'wrong_shape', message: expect.stringContaining(`at ${path}`) });
  });

  it.each([
    [429, 'rate_limited'],
    [500, 'status'],
  ])('fails at status %d', async (status, kind) => {
    answering = () => ({ status, body: {} });
    await expect(find()).rejects.toMatchObject({ kind });
  });

  it('reads 10 MB with hostile texts, and returns valid sightings only', async () => {
    serve({
      '1': drop({ name: '\u202Epaws\u0000<script>', chain: '../..', identifier: 'a/b', startSeconds: 9e11 }),
      '2': drop({ name: 'y'.repeat(10_000_000), type: 'javascript:alert(1)' }),
      '3': drop({ name: '\u200B', tokens: [] }),
      'a/b': drop(),
      '4': drop({ tokens: [{ ...usdc, symbol: '\u202E'.repeat(40), decimals: 77 }], chainId: -5, chain: '..' }),
      '5': hold({ ...gravity, address: '../../etc/passwd' }, { ...gravity, address: 'x'.repeat(101) }),
      '6': hold({ ...gravity, name: '\u0007', symbol: '\u0007' }),
      '7': hold({ ...gravity, address: '0xnothex', type: 'PRETGE', symbol: 's'.repeat(99), name: 'n'.repeat(999) }),
    });
    const { sightings } = await find();
    expectValidSightings(sightings);
    expect(sightings.map(({ externalId, url }) => [externalId, url])).toEqual([
      ['drop/1', null],
      ['drop/2', null],
      ['drop/4', null],
      ['pretge/1/0xnothex', expect.stringContaining('https://app.merkl.xyz/opportunities/ethereum/ERC20/')],
    ]);
  });
});

function base() {
  return { id: '1', chainId: 1, type: 'ERC20', identifier: IDENTIFIER, name: 'x', status: 'LIVE', action: 'DROP' };
}

function tokenBase() {
  return { chainId: 1, address: usdc.address, symbol: 'USDC', decimals: 6 };
}
