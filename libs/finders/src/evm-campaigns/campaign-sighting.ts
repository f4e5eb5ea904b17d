import type { Block } from '@droptrack/sources';
import { NO_FACTS, type Sighting } from '@droptrack/discovery';
import { formatUnits, getAddress } from 'viem/utils';
import type { CampaignFacts } from './campaign-facts';
import type { CampaignTerms } from './chain-factories';
import type { KnownChain } from './known-chains';
import type { TokenFacts } from './token-reader';

const INTEGER_DIGITS_MAX = 30;

/** Parts of a sighting, each within its bounds. */
export interface CampaignParts {
  readonly chain: KnownChain;
  readonly terms: CampaignTerms;
  readonly factory: string | null;
  readonly facts: CampaignFacts;
  readonly token: TokenFacts;
  /** Block of the creation. */
  readonly block: Block;
  readonly tokenHolders: number | null;
}

/** Sighting of a campaign. Without a name in its event, it has that of its token. */
export function campaignSighting({
  chain,
  terms,
  factory,
  facts,
  token,
  block,
  tokenHolders,
}: CampaignParts): Sighting {
  const { contract, totalAmount, recipients, startsAt, endsAt } = facts;
  return {
    externalId: campaignId(chain.id, contract),
    kind: 'campaign',
    name: facts.name ?? token.name ?? token.symbol ?? `Campaign ${contract}`,
    url: chain.explorer === null ? null : `${chain.explorer}/address/${contract}`,
    identity: {
      token: `eip155:${chain.id}/erc20:${facts.token}`,
      contract: campaignId(chain.id, contract),
      defillama: null,
      market: null,
    },
    facts: {
      ...NO_FACTS,
      chain: chain.slug,
      symbol: token.symbol,
      decimals: token.decimals,
      startsAt,
      endsAt,
      wallets: recipients,
      tokens: wholeTokens(totalAmount, token.decimals),
    },
    campaign: {
      ...terms,
      claimType: facts.claimType ?? terms.claimType ?? null,
      rpc: chain.rpc,
      chainId: chain.id,
      contract,
      factory: factory === null ? null : getAddress(factory),
      token: facts.token,
      blockNumber: block.number,
      blockHash: block.hash.toLowerCase(),
      createdAt: new Date(block.atMs).toISOString(),
      merkleRoot: facts.merkleRoot,
      ipfsCid: facts.ipfsCid,
      totalAmount,
      recipients,
      tokenHolders,
    },
    market: null,
  };
}

/** CAIP-10 account of a contract, by which its sighting is known. */
export const campaignId = (chainId: number, contract: string): string => `eip155:${chainId}:${getAddress(contract)}`;

/** Exact decimal string; null for amounts with more digits than any supply has. */
function wholeTokens(amount: string | null, decimals: number | null): string | null {
  if (amount === null || decimals === null || amount.length - decimals > INTEGER_DIGITS_MAX) return null;
  return formatUnits(BigInt(amount), decimals);
}
