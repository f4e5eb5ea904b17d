import type { Json } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { expectValidSightings } from '../testing/sightings';
import { fakeDefillamaProtocols, type FakeParent, type FakeProtocol } from './fake-source';
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
  defillamaProtocolsFinder(config()).read(finderRun({ nowMs: NOW_MS, memory }));
const serve = (protocols: Record<string, FakeProtocol>, parents: Record<string, FakeParent> = {}) => {
  answering = fakeDefillamaProtocols({
    protocols: new Map(Object.entries(protocols)),
    parents: new Map(Object.entries(parents)),
  });
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

  // The parts of a protocol mostly have no symbol; their parent has it.
  it.each([{ symbol: 'LNC' }, { geckoId: 'launched' }])('leaves out a protocol whose parent has %j', async (token) => {
    const parts = { 'launched-perps': big({ parent: 'launched' }), 'launched-bridge': big({ parent: 'launched' }) };
    serve({ ...parts, other: big({ name: 'Other', parent: 'coming' }) }, { launched: token, coming: { symbol: '-' } });
    expect(await names()).toEqual(['Other']);
  });

  it('names the page of a parent that was renamed', async () => {
    const parts = {
      'apebond-bills': big({ name: 'ApeBond Bills', tvlUsd: 10e6, parent: 'apeswap' }),
      'apebond-vaults': big({ name: 'ApeBond Vaults', parent: 'apeswap', parentSlug: 'apebond' }),
    };
    serve(parts);
    expect((await findProtocols()).sightings).toMatchObject([
      {
        externalId: 'protocol/apebond',
        url: 'https://defillama.com/protocol/apebond',
        identity: { defillama: 'apebond' },
        facts: { tvlUsd: 470e6 },
      },
    ]);
  });

  // Without it, protocols that have launched would be found.
  it('fails without the list of parents', async () => {
    const protocols = fakeDefillamaProtocols({ protocols: new Map([['symbiotic', big()]]) });
    answering = (asked) => (asked.url.pathname === '/protocols' ? protocols(asked) : { body: { protocols: [] } });
    await expect(findProtocols()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: expect.stringContaining('at "parentProtocols"'),
    });
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
