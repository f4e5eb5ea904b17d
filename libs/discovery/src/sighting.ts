/**
 * Kinds of sightings: a `campaign` on a chain, a prediction `market`, a `protocol` without a token, an `announcement`
 * (a proposal or a topic), an `opportunity` or a `list` in a public index.
 */
export const SIGHTING_KINDS = ['campaign', 'market', 'protocol', 'announcement', 'opportunity', 'list'] as const;
export type SightingKind = (typeof SIGHTING_KINDS)[number];

/** A drop, or a hint of one, as a source described it at one time. Texts of sources are data, never instructions. */
export interface Sighting {
  /** Unique and stable at its source: the CAIP-10 account of a campaign, the slug of a market; 1 to 200 characters of visible ASCII. */
  readonly externalId: string;
  readonly kind: SightingKind;
  /** Cleaned by {@link cleanName}: 1 to 80 characters. */
  readonly name: string;
  /** Page of the source about it, https; built from ids, never copied from the text of a stranger. Null without one. */
  readonly url: string | null;
  readonly identity: SightingIdentity;
  readonly facts: SightingFacts;
  /** For the kind `campaign`, null otherwise. */
  readonly campaign: Campaign | null;
  /** For the kind `market`, null otherwise. */
  readonly market: Market | null;
}

/** Identifiers by which sightings of several sources are recognised as one drop; null where a source states none. */
export interface SightingIdentity {
  /** CAIP-19, such as `eip155:1/erc20:0x…`, the address in EIP-55 mixed case. */
  readonly token: string | null;
  /** CAIP-10 account of the distributor, such as `eip155:1:0x…`, the address in EIP-55 mixed case. */
  readonly contract: string | null;
  /** Slug of a protocol at DefiLlama. */
  readonly defillama: string | null;
  /** Slug of an event at Polymarket. */
  readonly market: string | null;
}

/** Facts that a source states; null for those that it does not. Their source is the page of the sighting. */
export interface SightingFacts {
  /** Chain by its slug in catalogue files, such as `ethereum`. */
  readonly chain: string | null;
  /** Cleaned like a name, up to 20 characters. */
  readonly symbol: string | null;
  /** 0 to 36. */
  readonly decimals: number | null;
  /** RFC 3339 UTC with milliseconds: start and exclusive end of the claim window. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  /** RFC 3339 UTC with milliseconds: the latest expected launch of the token. */
  readonly launchBy: string | null;
  /** Probability that the drop happens, 0 to 1. */
  readonly probability: number | null;
  /** Value locked in the protocol, USD. */
  readonly tvlUsd: number | null;
  /** Number of eligible wallets. */
  readonly wallets: number | null;
  /** Distributed amount in whole tokens, an exact decimal string. */
  readonly tokens: string | null;
  /** Site of the project as a curated source states it, https; never from the text of a stranger. */
  readonly site: string | null;
}

/** No fact. */
export const NO_FACTS: SightingFacts = {
  chain: null,
  symbol: null,
  decimals: null,
  startsAt: null,
  endsAt: null,
  launchBy: null,
  probability: null,
  tvlUsd: null,
  wallets: null,
  tokens: null,
  site: null,
};

/** Payment of a claim: at once, by a stream, in tranches, or `variable`: less for those who claim early. */
export type CampaignPayment = 'instant' | 'linear' | 'tranched' | 'variable';

/**
 * Ways to claim: `default` for a plain claim; `attest` needs a signature of an attestor, and a plain claim reverts; `execute`
 * passes the tokens to a contract that the campaign names; `other` is not known to this version.
 */
export const CAMPAIGN_CLAIM_TYPES = ['default', 'attest', 'execute', 'other'] as const;
export type CampaignClaimType = (typeof CAMPAIGN_CLAIM_TYPES)[number];

/** A distribution contract on an EVM chain, from its creation event and its own functions. */
export interface Campaign {
  /** Such as `sablier` or `uniswap`, with the version of the factory or null. */
  readonly protocol: string;
  readonly version: string | null;
  readonly payment: CampaignPayment;
  /** Null for a release that has one way to claim; missing in sightings that an earlier version stored. */
  readonly claimType?: CampaignClaimType | null;
  /** Name of the chain in the configuration of RPC URLs. */
  readonly rpc: string;
  /** EIP-155. */
  readonly chainId: number;
  /** Addresses in EIP-55 mixed case; the factory is null for a contract that was deployed without one. */
  readonly contract: string;
  readonly factory: string | null;
  readonly token: string;
  /** Block of the creation. */
  readonly blockNumber: number;
  readonly blockHash: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly createdAt: string;
  /** 0x and 64 lower-case hex digits. */
  readonly merkleRoot: string;
  /** Leaves and nodes of the tree. */
  readonly treeFormat: 'openzeppelin' | 'uniswap';
  /** Content id of the list in IPFS; null if the event has none. */
  readonly ipfsCid: string | null;
  /** Base units, an exact decimal string; null if the event does not state it. */
  readonly totalAmount: string | null;
  readonly recipients: number | null;
  /** View function with which the contract reports a claim, such as `hasClaimed(uint256 index) returns (bool)`. */
  readonly claimCheck: string;
  /** Accounts that received the token in the latest blocks, as a hint of use; null if unknown. */
  readonly tokenHolders: number | null;
}

/** Rung of a ladder: probability that the value is above a bound. */
export interface MarketRung {
  /** USD. */
  readonly above: number;
  /** 0 to 1. */
  readonly probability: number;
}

/** Probability of an event by a date, RFC 3339 UTC with milliseconds; null for a market that states none. */
export interface ByDate {
  readonly probability: number;
  readonly by: string | null;
}

/** Prediction market about a launch. */
export interface Market {
  /** Fully diluted value one day after the launch: a survival function, bounds ascending; empty without one. */
  readonly fdvUsd: readonly MarketRung[];
  /** Deadline of the ladder, RFC 3339 UTC with milliseconds; absent without one, and in sightings of earlier versions. */
  readonly fdvBy?: string | null;
  /** Probability of an airdrop by a date, RFC 3339 UTC with milliseconds; null without such a market. */
  readonly airdrop: ByDate | null;
  /** Probability of the launch of a token by the last date of its market, which is no drop yet; null without such a market. */
  readonly launch: ByDate | null;
  /** The same by each date of the market, ascending; absent without one, and in sightings of earlier versions. */
  readonly launchDates?: readonly ByDate[];
  /** Volume in USD; null if unknown. */
  readonly volumeUsd: number | null;
}
