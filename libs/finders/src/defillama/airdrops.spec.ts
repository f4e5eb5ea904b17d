import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { expectValidSightings } from '../testing/sightings';
import { defillamaAirdropsFinder } from './airdrops';
import { type FakeAirdrop, fakeDefillamaAirdrops, fakeDefillamaProtocols } from './fake-source';
import { defillamaProtocolsFinder } from './protocols';

const NOW_MS = Date.UTC(2026, 8, 15, 12);
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

let answering: FakeHandler;
let source: FakeServer;
beforeAll(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterAll(() => source.close());

const config = () => ({ url: source.url, airdropsUrl: source.url });
const findProtocols = () => defillamaProtocolsFinder(config()).read(finderRun({ nowMs: NOW_MS }));
const findAirdrops = () => defillamaAirdropsFinder(config()).read(finderRun({ nowMs: NOW_MS }));

describe('the finder of airdrops at DefiLlama', () => {
  const serveAirdrops = (airdrops: Record<string, FakeAirdrop>) => {
    answering = fakeDefillamaAirdrops(new Map(Object.entries(airdrops)));
  };
  const page = 'https://claim.example/';

  it('finds an airdrop that can be claimed, with its token, chain, page, start and end', async () => {
    const token = '0x912ce59144191c1204e64559fe8253a0e49e6548';
    const times = { startTime: '2026-09-01T12:00:00Z', endTime: Date.UTC(2026, 11, 1) / 1_000 };
    serveAirdrops({ arb: { name: 'Arbitrum', page, token, tokenSymbol: 'ARB', chains: ['arbitrum'], ...times } });
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
          startsAt: '2026-09-01T12:00:00.000Z',
          endsAt: '2026-12-01T00:00:00.000Z',
          site: page,
        }),
        campaign: null,
        market: null,
      },
    ]);
  });

  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const evm = `0x${'1'.repeat(40)}`;
  it.each([
    [
      'the explorer of a chain',
      { explorer: `https://etherscan.io/token/${evm}`, token: evm },
      'ethereum',
      `eip155:1/erc20:${evm}`,
    ],
    [
      'an explorer of Solana',
      { explorer: `https://solscan.io/token/${mint}`, token: mint },
      'solana',
      `${SOLANA}/token:${mint}`,
    ],
    [
      'a name before the explorer',
      { chains: ['base'], explorer: 'https://etherscan.io', token: evm },
      'base',
      `eip155:8453/erc20:${evm}`,
    ],
    ['several chains', { chains: ['base', 'mode'], explorer: 'https://etherscan.io', token: evm }, null, null],
    ['an address of another chain', { chains: ['solana'], token: evm }, 'solana', null],
    ['an unknown explorer', { explorer: 'https://scan.example', token: evm }, null, null],
  ])('reads the chain and the token of %s', async (_what, airdrop, chain, asset) => {
    serveAirdrops({ a: { page, ...airdrop } });
    expect((await findAirdrops()).sightings).toMatchObject([{ facts: { chain }, identity: { token: asset } }]);
  });

  it.each([
    ['2026-09-01', '2026-09-01T00:00:00.000Z'],
    [Date.UTC(2026, 8, 1) / 1_000, '2026-09-01T00:00:00.000Z'],
    [Date.UTC(2026, 8, 1), '2026-09-01T00:00:00.000Z'],
    ['soon', null],
    ['2027-01-01', null],
    [1e300, null],
  ])('reads a start of %j, unless it is after the end', async (startTime, startsAt) => {
    serveAirdrops({ a: { page, startTime, endTime: Date.UTC(2026, 11, 1) } });
    expect((await findAirdrops()).sightings).toMatchObject([{ facts: { startsAt } }]);
  });

  // Entries stay active for years after their claims have closed.
  it('leaves out one that began over a year ago, unless it states an end', async () => {
    const ago = (days: number) => new Date(NOW_MS - days * 86_400_000).toISOString();
    const endTime = NOW_MS / 1_000 + 1;
    serveAirdrops({
      old: { page, startTime: ago(365) },
      young: { page, startTime: ago(364) },
      long: { page, startTime: ago(900), endTime },
      undated: { page },
    });
    expect((await findAirdrops()).sightings.map(({ externalId }) => externalId)).toEqual([
      'airdrop/young',
      'airdrop/long',
      'airdrop/undated',
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
    const protocols = fakeDefillamaProtocols({
      protocols: new Map([['symbiotic', { name: 'Symbiotic', tvlUsd: 460e6 }]]),
    });
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
      bidi: { page, name: '\u202Epaws', tokenSymbol: '\u200B'.repeat(50), endTime: 1e308, token: '0x1' },
      sol: {
        page,
        token: `${mint} `,
        chains: ['solana', '\u202E'],
        explorer: 'javascript:alert(1)',
        tokenSymbol: 's'.repeat(100),
      },
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
