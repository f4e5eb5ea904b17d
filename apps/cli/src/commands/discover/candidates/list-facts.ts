import type { Campaign, CampaignClaimType, Market, MarketRung, Sighting, SightingFacts } from '@droptrack/discovery';

/** A fact of a sighting. */
interface ListedFact {
  /** Lower-case words joined by underscores, such as `claim_opens_at`. */
  readonly fact: string;
  readonly value: string | number;
}

/** Facts that a sighting states, in the order of a review. Unknown ones are omitted. */
export function listFacts({ facts, identity, campaign, market }: Sighting): ListedFact[] {
  return [
    ...rowsOf(factTexts(facts)),
    ...rowsOf({ token: identity.token, contract: identity.contract }),
    ...(campaign === null ? [] : rowsOf(campaignTexts(campaign))),
    ...(market === null ? [] : rowsOf(marketTexts(market))),
  ];
}

type Texts = Readonly<Record<string, string | number | null>>;

const rowsOf = (texts: Texts): ListedFact[] =>
  Object.entries(texts).flatMap(([fact, value]) => (value === null ? [] : [{ fact, value }]));

const factTexts = (facts: SightingFacts): Texts => ({
  chain: facts.chain,
  symbol: facts.symbol,
  decimals: facts.decimals,
  claim_opens_at: facts.startsAt,
  claim_closes_at: facts.endsAt,
  launch_by: facts.launchBy,
  probability: facts.probability,
  value_locked_usd: facts.tvlUsd,
  wallets: facts.wallets,
  tokens: facts.tokens,
  site: facts.site,
});

/** Ways to claim that differ from a plain claim. */
const CLAIM_TYPES: Readonly<Record<CampaignClaimType, string | null>> = {
  default: null,
  attest: 'attest: a plain claim reverts, a signature of the attestor is needed',
  execute: 'execute: the tokens go to a contract that the campaign names',
  other: 'other: not known to this version',
};

const campaignTexts = (campaign: Campaign): Texts => ({
  protocol: campaign.version === null ? campaign.protocol : `${campaign.protocol} ${campaign.version}`,
  payment: campaign.payment,
  claim_type: CLAIM_TYPES[campaign.claimType ?? 'default'],
  created: `block ${campaign.blockNumber} of ${campaign.rpc}, ${campaign.createdAt}`,
  factory: campaign.factory,
  merkle_root: campaign.merkleRoot,
  ipfs_cid: campaign.ipfsCid,
  total_base_units: campaign.totalAmount,
  recipients: campaign.recipients,
  claim_check: campaign.claimCheck,
  token_holders: campaign.tokenHolders,
});

const marketTexts = ({ fdvUsd, airdrop, launch, volumeUsd }: Market): Texts => ({
  fdv_usd_at_launch: fdvUsd.length === 0 ? null : fdvUsd.map(rungText).join(', '),
  airdrop_probability: airdrop === null ? null : chanceText(airdrop),
  launch_probability: launch === null ? null : chanceText(launch),
  volume_usd: volumeUsd,
});

const rungText = ({ above, probability }: MarketRung): string => `above ${above} USD: ${probability}`;

const chanceText = ({ probability, by }: { readonly probability: number; readonly by: string | null }): string =>
  by === null ? String(probability) : `${probability} by ${by.slice(0, 10)}`;
