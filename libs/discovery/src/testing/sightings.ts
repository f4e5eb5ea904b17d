import type { CampaignListView, CandidateView, KnownDrop, StoredSighting } from '../candidate';
import type { FinderId } from '../finders';
import { type Campaign, NO_FACTS, type Sighting, type SightingIdentity } from '../sighting';

/** Identity without identifiers. */
export const NO_IDENTITY: SightingIdentity = { token: null, contract: null, defillama: null, market: null };

/** Addresses in EIP-55 mixed case. */
export const ADDRESSES = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
] as const;

/** Announcement without identifiers and facts. */
export function sightingOf(over: Partial<Sighting> = {}): Sighting {
  return {
    externalId: 'topic-1',
    kind: 'announcement',
    name: 'Example',
    url: 'https://forum.example.org/t/1',
    identity: NO_IDENTITY,
    facts: NO_FACTS,
    campaign: null,
    market: null,
    ...over,
  };
}

/** Campaign of 1 000 tokens for 100 recipients on Ethereum. */
export function campaignOf(over: Partial<Campaign> = {}): Campaign {
  return {
    protocol: 'sablier',
    version: 'v1.3',
    payment: 'instant',
    rpc: 'ethereum',
    chainId: 1,
    contract: ADDRESSES[0],
    factory: ADDRESSES[3],
    token: ADDRESSES[1],
    blockNumber: 21_000_000,
    blockHash: `0x${'ab'.repeat(32)}`,
    createdAt: '2026-11-20T12:00:00.000Z',
    merkleRoot: `0x${'cd'.repeat(32)}`,
    treeFormat: 'openzeppelin',
    ipfsCid: 'QmZbWNKJPAjxXuNFSEaksCJVd1M6DaKQViJBYPK2BdpDEP',
    totalAmount: '1000000000000000000000',
    recipients: 100,
    claimCheck: 'hasClaimed(uint256 index) returns (bool)',
    tokenHolders: 400,
    ...over,
  };
}

/** Sighting of a campaign, with the identity that its contract and token give. */
export function campaignSighting(campaign: Partial<Campaign> = {}, over: Partial<Sighting> = {}): Sighting {
  const declared = campaignOf(campaign);
  const account = `eip155:${declared.chainId}:${declared.contract}`;
  return sightingOf({
    externalId: account,
    kind: 'campaign',
    name: 'Example Season 1',
    url: `https://etherscan.io/address/${declared.contract}`,
    identity: { ...NO_IDENTITY, contract: account, token: `eip155:${declared.chainId}/erc20:${declared.token}` },
    facts: {
      ...NO_FACTS,
      chain: 'ethereum',
      symbol: 'EXM',
      decimals: 18,
      startsAt: '2026-11-21T12:00:00.000Z',
      endsAt: '2026-12-21T12:00:00.000Z',
      wallets: declared.recipients,
      tokens: '1000',
    },
    campaign: declared,
    ...over,
  });
}

/** A sighting that its source still has. */
export function storedSighting(
  sighting: Sighting,
  source: FinderId = sighting.campaign === null ? 'discourse' : 'evm-campaigns',
  over: Partial<StoredSighting> = {},
): StoredSighting {
  const at = '2026-11-21T00:00:00.000Z';
  return { source, sighting, firstSeenAt: at, lastSeenAt: at, goneAt: null, ...over };
}

/** New candidate. */
export function candidateOf(sightings: readonly StoredSighting[], over: Partial<CandidateView> = {}): CandidateView {
  return {
    id: 1,
    state: 'new',
    reason: null,
    decidedBy: null,
    decidedAt: null,
    name: sightings[0]?.sighting.name ?? 'Example',
    mergedInto: null,
    dropId: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    updatedAt: '2026-11-21T00:00:00.000Z',
    sightings,
    list: null,
    ...over,
  };
}

/** Verified list of the campaign of {@link campaignOf}, of which nothing is claimed. */
export function listView(over: Partial<CampaignListView> = {}): CampaignListView {
  return {
    contract: `eip155:1:${ADDRESSES[0]}`,
    state: 'verified',
    reason: null,
    wallets: 100,
    total: '1000000000000000000000',
    balance: '1000000000000000000000',
    unclaimed: '1000000000000000000000',
    sha256: 'ef'.repeat(32),
    checkedAt: '2026-11-21T00:00:00.000Z',
    ...over,
  };
}

/** Drop of the catalogue without identifiers. */
export const knownDrop = (over: Partial<KnownDrop> = {}): KnownDrop => ({
  id: 'uniswap',
  name: 'Uniswap',
  symbol: null,
  token: null,
  contract: null,
  defillama: null,
  market: null,
  ...over,
});
