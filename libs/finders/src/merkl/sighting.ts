import { cleanName, NO_FACTS, type Sighting, type SightingFacts } from '@droptrack/discovery';
import { getAddress, isAddress } from 'viem/utils';
import { chainSlugById } from '../chains';
import { createdMs, type Opportunity, type OpportunityToken } from './opportunities';

const SYMBOL_LENGTH_MAX = 20;
const DECIMALS_MAX = 36;
const INSTANT_MS_MIN = Date.UTC(2_020, 0);
const INSTANT_MS_MAX = Date.UTC(2_100, 0);
const PART = /^[\w.-]{1,100}$/;

/**
 * Sightings of opportunities: one per drop, in any state, and one per token of points or before its launch that is rewarded
 * now or soon.
 *
 * @param fromMs - drops that were created before are skipped; milliseconds since the epoch.
 */
export function sightingsOf(opportunities: readonly Opportunity[], fromMs: number): readonly Sighting[] {
  const shown = opportunities.filter(({ hidden }) => hidden !== true);
  const drops = shown.filter((each) => each.action === 'DROP' && (createdMs(each) ?? fromMs) >= fromMs);
  const current = shown.filter(({ status }) => ['LIVE', 'SOON'].includes(status));
  return [...drops.flatMap(dropSighting), ...programSightings(current)];
}

/**
 * Empty without a valid id. Drops are paid by Merkl's distributor, which is shared by all of them, and mostly in tokens
 * that exist, such as a stablecoin: neither identifies a drop.
 */
function dropSighting(opportunity: Opportunity): Sighting[] {
  const { id, name, tokens, chainId, earliestCampaignStart, lastCampaignCreatedAt } = opportunity;
  const shown = cleanName(name);
  if (shown === null || !PART.test(id)) return [];
  const paid = tokens ?? [];
  const [token] = paid.length === 1 ? paid : [];
  // Points are no token: what is paid in them is a program.
  if (paid.some(({ isTest, type }) => isTest === true || type === 'POINT')) return [];
  const facts = {
    chain: chainSlugById(chainId),
    startsAt: isoOfSeconds(earliestCampaignStart ?? lastCampaignCreatedAt),
  };
  return [sighting(`drop/${id}`, shown, opportunity, { ...NO_FACTS, ...facts, ...(token && tokenFacts(token)) })];
}

/** Programs by their token: many opportunities are rewarded with the same points. */
function programSightings(opportunities: readonly Opportunity[]): readonly Sighting[] {
  const programs = new Map<string, { readonly token: OpportunityToken; readonly opportunity: Opportunity }>();
  // By id, so that a program keeps its page while its opportunities are listed in another order.
  for (const opportunity of [...opportunities].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const { token } of opportunity.rewardsRecord?.breakdowns ?? []) {
      const key = `${token.chainId}/${token.address.toLowerCase()}`;
      if (isProgram(token) && !programs.has(key)) programs.set(key, { token, opportunity });
    }
  }
  return [...programs].flatMap(([key, { token, opportunity }]) => programSighting(key, token, opportunity));
}

const isProgram = ({ type, isTest, address }: OpportunityToken): boolean =>
  (type === 'POINT' || type === 'PRETGE') && isTest !== true && PART.test(address);

function programSighting(key: string, token: OpportunityToken, opportunity: Opportunity): Sighting[] {
  const name = cleanName(token.name ?? '') ?? cleanName(token.symbol);
  if (name === null) return [];
  const facts = { ...NO_FACTS, chain: chainSlugById(token.chainId), ...tokenFacts(token) };
  return [sighting(`${token.type === 'POINT' ? 'points' : 'pretge'}/${key}`, name, opportunity, facts, assetOf(token))];
}

function sighting(
  externalId: string,
  name: string,
  opportunity: Opportunity,
  facts: SightingFacts,
  token: string | null = null,
): Sighting {
  return {
    externalId,
    kind: 'opportunity',
    name,
    url: pageOf(opportunity),
    identity: { token, contract: null, defillama: null, market: null },
    facts,
    campaign: null,
    market: null,
  };
}

/** CAIP-19; null for points, which are no token, and for a chain without EVM addresses. */
function assetOf({ type, chainId, address }: OpportunityToken): string | null {
  const isToken = type === 'PRETGE' && chainId > 0 && isAddress(address, { strict: false });
  return isToken ? `eip155:${chainId}/erc20:${getAddress(address)}` : null;
}

function tokenFacts({ displaySymbol, symbol, decimals }: OpportunityToken): Pick<SightingFacts, 'symbol' | 'decimals'> {
  return {
    symbol: cleanName(displaySymbol ?? symbol, SYMBOL_LENGTH_MAX),
    decimals: decimals >= 0 && decimals <= DECIMALS_MAX ? decimals : null,
  };
}

/** Page of an opportunity, such as `https://app.merkl.xyz/opportunities/ethereum/ERC20/0x…`; null if a part is not one of it. */
function pageOf({ chain, type, identifier }: Opportunity): string | null {
  const name = (chain?.name ?? '').slice(0, 100).toLowerCase().replace(/\s+/g, '-');
  const parts = [name, type, identifier];
  return parts.every((part) => PART.test(part) && !/^\.+$/.test(part))
    ? `https://app.merkl.xyz/opportunities/${parts.join('/')}`
    : null;
}

function isoOfSeconds(seconds: number | null | undefined): string | null {
  const ms = Math.round((seconds ?? 0) * 1_000);
  return ms >= INSTANT_MS_MIN && ms < INSTANT_MS_MAX ? new Date(ms).toISOString() : null;
}
