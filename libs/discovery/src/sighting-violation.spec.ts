import { sightingViolation } from './sighting-violation';
import type { Campaign, Market, Sighting, SightingFacts, SightingIdentity } from './sighting';
import { ADDRESSES, campaignSighting, NO_IDENTITY, sightingOf } from './testing';

const market = (over: Partial<Market> = {}): Sighting =>
  sightingOf({ kind: 'market', market: { fdvUsd: [], airdrop: null, launch: null, volumeUsd: null, ...over } });
const campaign = (over: Partial<Campaign>): Sighting => {
  const sighting = campaignSighting();
  return { ...sighting, campaign: { ...sighting.campaign!, ...over } };
};
const identity = (over: Partial<SightingIdentity>) => sightingOf({ identity: { ...NO_IDENTITY, ...over } });
const facts = (over: Partial<SightingFacts>) => sightingOf({ facts: { ...sightingOf().facts, ...over } });
const rung = (above: number, probability = 0.5) => ({ above, probability });

describe('sightingViolation', () => {
  it.each([
    ['an announcement', sightingOf()],
    ['a campaign', campaignSighting()],
    [
      'a campaign without optional members',
      campaign({ ipfsCid: null, totalAmount: null, recipients: null, factory: null }),
    ],
    ['a market', market({ fdvUsd: [rung(0, 1), rung(1e9, 0)], airdrop: { probability: 0, by: null }, volumeUsd: 0 })],
    ['a token of another chain', identity({ token: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjF' })],
  ])('accepts %s', (_, sighting) => expect(sightingViolation(sighting)).toBeNull());

  it.each<[string, Sighting]>([
    ['externalId', sightingOf({ externalId: 'two words' })],
    ['externalId', sightingOf({ externalId: '' })],
    ['kind', sightingOf({ kind: 'rumour' as 'list' })],
    ['name', sightingOf({ name: ' Uniswap' })],
    ['name', sightingOf({ name: 'a\u202Eb' })],
    ['name', sightingOf({ name: 'x'.repeat(81) })],
    ['url', sightingOf({ url: 'http://example.org' })],
    ['url', sightingOf({ url: 'javascript:alert(1)' })],
    ['url', sightingOf({ url: 'https://user@example.org' })],
    ['url', sightingOf({ url: `https://example.org/${'x'.repeat(2_048)}` })],
    ['identity.token', identity({ token: `eip155:1/erc20:${ADDRESSES[0].toLowerCase()}` })],
    ['identity.token', identity({ token: ADDRESSES[0] })],
    ['identity.contract', identity({ contract: `eip155:1:${ADDRESSES[0].toLowerCase()}` })],
    ['identity.contract', identity({ contract: `eip155:01:${ADDRESSES[0]}` })],
    ['identity.defillama', identity({ defillama: 'a b' })],
    ['identity.market', identity({ market: '' })],
    ['facts.chain', facts({ chain: 'Ethereum' })],
    ['facts.symbol', facts({ symbol: 'x'.repeat(21) })],
    ['facts.decimals', facts({ decimals: 37 })],
    ['facts.startsAt', facts({ startsAt: '2026-11-21' })],
    ['facts.endsAt', facts({ startsAt: '2026-11-21T00:00:00.000Z', endsAt: '2026-11-21T00:00:00.000Z' })],
    ['facts.launchBy', facts({ launchBy: '+012026-11-21T00:00:00.000Z' })],
    ['facts.probability', facts({ probability: 1.1 })],
    ['facts.probability', facts({ probability: NaN })],
    ['facts.tvlUsd', facts({ tvlUsd: Infinity })],
    ['facts.wallets', facts({ wallets: 0.5 })],
    ['facts.tokens', facts({ tokens: '1e18' })],
    ['facts.site', facts({ site: 'ftp://example.org' })],
    ['campaign', sightingOf({ kind: 'campaign' })],
    ['campaign', { ...campaignSighting(), kind: 'list' }],
    ['campaign.contract', campaign({ contract: ADDRESSES[1] })],
    ['campaign.contract', campaign({ chainId: 10 })],
    ['campaign.token', campaign({ token: ADDRESSES[0] })],
    ['campaign.factory', campaign({ factory: '0x' })],
    ['campaign.protocol', campaign({ protocol: '../etc' })],
    ['campaign.version', campaign({ version: 'v1 2' })],
    ['campaign.payment', campaign({ payment: 'later' as 'instant' })],
    ['campaign.rpc', campaign({ rpc: 'https://rpc' })],
    ['campaign.blockNumber', campaign({ blockNumber: -1 })],
    ['campaign.blockHash', campaign({ blockHash: '0x' })],
    ['campaign.createdAt', campaign({ createdAt: 'today' })],
    ['campaign.merkleRoot', campaign({ merkleRoot: `0x${'AB'.repeat(32)}` })],
    ['campaign.treeFormat', campaign({ treeFormat: 'other' as 'uniswap' })],
    ['campaign.ipfsCid', campaign({ ipfsCid: '../../latest/meta-data' })],
    ['campaign.totalAmount', campaign({ totalAmount: String(1n << 256n) })],
    ['campaign.recipients', campaign({ recipients: -1 })],
    ['campaign.claimCheck', campaign({ claimCheck: 'x\n' })],
    ['campaign.tokenHolders', campaign({ tokenHolders: 1.5 })],
    ['market', sightingOf({ kind: 'market' })],
    ['market.fdvUsd[1].above', market({ fdvUsd: [rung(2), rung(1)] })],
    ['market.fdvUsd[0].probability', market({ fdvUsd: [rung(2, -0.1)] })],
    ['market.fdvUsd', market({ fdvUsd: Array.from({ length: 101 }, (_, i) => rung(i)) })],
    ['market.airdrop.probability', market({ airdrop: { probability: 2, by: null } })],
    ['market.airdrop.by', market({ airdrop: { probability: 1, by: '2026' } })],
    ['market.launch.probability', market({ launch: { probability: -1, by: null } })],
    ['market.launch.by', market({ launch: { probability: 1, by: '2026' } })],
    ['market.volumeUsd', market({ volumeUsd: -1 })],
  ])('names the path of a violation: %s', (path, sighting) =>
    expect(sightingViolation(sighting)).toMatch(new RegExp(`^${path.replace(/[.[\]]/g, '\\$&')} is not `)),
  );
});
