import type { Json } from '@droptrack/connectors';
import { type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/connectors/testing';
import { finderRun } from '../testing/finder-run';
import { expectValidSightings } from '../testing/sightings';
import { defillamaAirdropsFinder } from './airdrops';
import { type FakeAirdrop, fakeDefillamaAirdrops, fakeDefillamaProtocols, type FakeProtocol } from './fake-source';
import { defillamaProtocolsFinder, PROTOCOLS_MAX, TVL_USD_MIN } from './protocols';

const NOW_MS = Date.UTC(2026, 8, 15, 12);

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const config = () => ({ url: source.url, airdropsUrl: source.url });
const findProtocols = (memory: Json | null = null) =>
  defillamaProtocolsFinder(config()).find(finderRun({ nowMs: NOW_MS, memory }));
const findAirdrops = () => defillamaAirdropsFinder(config()).find(finderRun({ nowMs: NOW_MS }));
const serve = (protocols: Record<string, FakeProtocol>) => {
  answering = fakeDefillamaProtocols({ protocols: new Map(Object.entries(protocols)) });
};
const names = async () => (await findProtocols()).sightings.map(({ name }) => name);
const big = (over: Partial<FakeProtocol> = {}): FakeProtocol => ({ name: 'Symbiotic', tvlUsd: 460e6, ...over });

describe('the finder of protocols at DefiLlama', () => {
  it('finds a protocol without a token, with its value, chain and site', async () => {
    serve({ symbiotic: big({ chains: ['OP Mainnet'], url: 'https://symbiotic.fi' }) });
    expect((await findProtocols()).sightings).toEqual([
      {
        externalId: 'protocol/symbiotic',
        kind: 'protocol',
        name: 'Symbiotic',
        url: 'https://defillama.com/protocol/symbiotic',
        identity: { token: null, contract: null, defillama: 'symbiotic', market: null },
        facts: expect.objectContaining({
          chain: 'optimism',
          tvlUsd: 460e6,
          site: 'https://symbiotic.fi/',
          symbol: null,
        }),
        campaign: null,
        market: null,
      },
    ]);
  });

  it.each([
    ['a symbol', { symbol: 'SYM' }],
    ['an id at CoinGecko', { geckoId: 'symbiotic' }],
    ['too little value', { tvlUsd: TVL_USD_MIN - 1 }],
    ['an unknown value', { tvlUsd: null }],
    ['a category without drops', { category: 'CEX' }],
    ['an end', { deadFrom: '2026-01-01' }],
    ['a name of invisible characters', { name: '\u200B\u202E' }],
  ])('leaves out a protocol with %s', async (_what, over) => {
    serve({ symbiotic: big(over) });
    expect(await names()).toEqual([]);
  });

  it('counts the parts of a protocol together, under the name of the largest', async () => {
    serve({
      'lombard-lbtc': big({ name: 'Lombard LBTC', tvlUsd: 30e6, parent: 'lombard' }),
      'lombard-vault': big({ name: 'Lombard Vault', tvlUsd: 25e6, parent: 'lombard', chains: ['Base'] }),
    });
    const { sightings } = await findProtocols();
    expect(sightings).toMatchObject([
      { externalId: 'protocol/lombard', name: 'Lombard LBTC', facts: { tvlUsd: 55e6, chain: null } },
    ]);
  });

  // A new version is often listed without the symbol of the token that the protocol has.
  it('leaves out a protocol of which another part has a token', async () => {
    serve({
      'aave-v3': big({ name: 'Aave V3', symbol: 'AAVE', parent: 'aave' }),
      'aave-v5': big({ name: 'Aave V5', parent: 'aave' }),
    });
    expect(await names()).toEqual([]);
  });

  it('finds the largest ones, in the order of their value', async () => {
    const all = Array.from({ length: PROTOCOLS_MAX + 20 }, (_, i) => [
      `p-${i}`,
      big({ name: `P ${i}`, tvlUsd: TVL_USD_MIN + ((i * 7) % (PROTOCOLS_MAX + 20)) }),
    ]);
    serve(Object.fromEntries(all));
    const values = (await findProtocols()).sightings.map(({ facts }) => facts.tvlUsd! - TVL_USD_MIN);
    expect(values).toEqual(Array.from({ length: PROTOCOLS_MAX }, (_, i) => PROTOCOLS_MAX + 19 - i));
  });

  it('asks for changes only, and finds nothing while there are none', async () => {
    serve({ symbiotic: big() });
    const first = await findProtocols();
    const second = await findProtocols(first.memory);
    expect([first.sightings.length, second]).toEqual([1, { sightings: [], gone: [], memory: first.memory }]);
    expect((await findProtocols({ etag: 5 })).sightings).toHaveLength(1);
  });

  it.each([
    [{ protocols: [] }, '""'],
    [[null], '"0"'],
    [[{ name: 'A' }, { name: 5 }], '"1.name"'],
    [[{ name: 'A', tvl: '5' }], '"0.tvl"'],
    [[{ name: 'A', chains: [1] }], '"0.chains.0"'],
  ])('fails at %j with the path', async (body, path) => {
    answering = () => ({ body });
    await expect(findProtocols()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: expect.stringContaining(`at ${path}`),
    });
  });

  it('reads 10 MB with hostile texts, and returns valid sightings only', async () => {
    serve({
      'a/../../b': big(),
      'a b': big(),
      ü: big(),
      ['x'.repeat(101)]: big(),
      evil: big({ name: '\u202Epaws\u0000<script>', url: 'javascript:alert(1)', chains: ['\u202E'] }),
      long: big({ name: 'y'.repeat(10_000_000), url: `https://long.example/${'z'.repeat(1_000)}` }),
      inner: big({ url: 'https://169.254.169.254/latest' }),
      huge: big({ tvlUsd: 1e300 }),
    });
    const { sightings } = await findProtocols();
    expectValidSightings(sightings);
    expect(sightings.map(({ externalId, facts }) => [externalId, facts.site])).toEqual([
      ['protocol/evil', null],
      ['protocol/long', null],
      ['protocol/inner', null],
    ]);
  });
});

describe('the finder of airdrops at DefiLlama', () => {
  const serveAirdrops = (airdrops: Record<string, FakeAirdrop>) => {
    answering = fakeDefillamaAirdrops(new Map(Object.entries(airdrops)));
  };
  const page = 'https://claim.example/';

  it('finds an airdrop that can be claimed, with its token, page and end', async () => {
    const token = 'arbitrum:0x912ce59144191c1204e64559fe8253a0e49e6548';
    const endTime = Date.UTC(2026, 11, 1) / 1_000;
    serveAirdrops({ arb: { name: 'Arbitrum', page, token, tokenSymbol: 'ARB', endTime, isActive: true } });
    expect((await findAirdrops()).sightings).toEqual([
      {
        externalId: 'airdrop/arb',
        kind: 'opportunity',
        name: 'Arbitrum',
        url: 'https://defillama.com/airdrops',
        identity: {
          token: 'eip155:42161/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548',
          contract: null,
          defillama: null,
          market: null,
        },
        facts: expect.objectContaining({
          chain: 'arbitrum',
          symbol: 'ARB',
          startsAt: null,
          endsAt: '2026-12-01T00:00:00.000Z',
          site: page,
        }),
        campaign: null,
        market: null,
      },
    ]);
  });

  it('has a name by its key, and reads ends in milliseconds', async () => {
    serveAirdrops({ odos1: { page, endTime: Date.UTC(2026, 11, 1) } });
    expect((await findAirdrops()).sightings).toMatchObject([
      { name: 'odos1', identity: { token: null }, facts: { endsAt: '2026-12-01T00:00:00.000Z', chain: null } },
    ]);
  });

  it.each([
    ['inactive', { page, isActive: false }],
    ['past its end', { page, endTime: NOW_MS / 1_000 }],
    ['without a page', { name: 'A' }],
    ['with a page that is not https', { page: 'http://claim.example' }],
  ])('leaves out one that is %s', async (_what, airdrop) => {
    serveAirdrops({ a: airdrop });
    expect((await findAirdrops()).sightings).toEqual([]);
  });

  // The configuration is undocumented: its failure is visible, and does not concern the protocols.
  it('fails alone if the configuration is missing or changed', async () => {
    const protocols = fakeDefillamaProtocols({ protocols: new Map([['symbiotic', big()]]) });
    answering = protocols;
    await expect(findAirdrops()).rejects.toMatchObject({ kind: 'not_found' });
    answering = (asked) => protocols(asked) ?? { body: { arb: { isActive: 'yes' } } };
    await expect(findAirdrops()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: expect.stringContaining('at "arb.isActive"'),
    });
    expect((await findProtocols()).sightings).toHaveLength(1);
    expect(defillamaAirdropsFinder(config()).id).not.toBe(defillamaProtocolsFinder(config()).id);
  });

  it('returns valid sightings only, whatever the texts are', async () => {
    serveAirdrops({
      'a b': { page },
      ü: { page },
      ['k'.repeat(101)]: { page },
      __proto__x: { page, name: '\u202E\u0000' },
      bidi: { page, name: '\u202Epaws', tokenSymbol: '\u200B'.repeat(50), endTime: 1e308, token: 'ethereum:0x1' },
      sol: { page, token: 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', tokenSymbol: 's'.repeat(100) },
    });
    const { sightings } = await findAirdrops();
    expectValidSightings(sightings);
    expect(sightings.map(({ externalId, name, identity }) => [externalId, name, identity.token])).toEqual([
      ['airdrop/bidi', 'paws', null],
      ['airdrop/sol', 'sol', null],
    ]);
    expect(sightings.map(({ facts }) => facts.symbol)).toEqual([null, 's'.repeat(20)]);
  });
});
