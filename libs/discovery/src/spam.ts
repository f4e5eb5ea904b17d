import type { CampaignListView, CandidateView } from './candidate';
import type { Campaign, Market, Sighting } from './sighting';

/** Likelihood of spam, 0 to 1, with a reason for each part that adds to it or reduces it. */
export interface SpamScore {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Points of a finding, in hundredths: negative for one that speaks against spam. */
type Part = readonly [isFound: boolean, points: number, reason: string];

/** Likelihood of spam by the figures of a sighting alone, 0 to 1. */
export const sightingSpam = (sighting: Sighting): number => scoreOf(sightingParts(sighting)).score;

/**
 * Likelihood of spam of a candidate, 0 to 1: the sum of the points of its findings, see the README of this library. It sorts
 * the review and the candidates of the day; it decides nothing.
 */
export function spamScore({ sightings, list }: Pick<CandidateView, 'sightings' | 'list'>): SpamScore {
  const campaign = sightings.find(({ sighting }) => sighting.campaign !== null);
  const first = campaign ?? sightings[0];
  if (first === undefined) return { score: 0, reasons: [] };
  const sources = new Set(sightings.map(({ source }) => source));
  return scoreOf([
    ...sightingParts(first.sighting),
    ...(list === null ? [] : listParts(list)),
    [sources.size > 1, -30, `${sources.size} sources report it`],
  ]);
}

function sightingParts(sighting: Sighting): Part[] {
  const { name, campaign, market, kind, facts } = sighting;
  return [
    [ADVERTISES.test(name), 40, 'its name advertises a site or an action'],
    ...(campaign === null ? [] : campaignParts(campaign)),
    ...(market === null ? [] : marketParts(market)),
    [kind === 'protocol' && (facts.tvlUsd ?? 0) < 1e8, 10, 'less than 100 M USD are locked'],
    [kind === 'protocol' && (facts.tvlUsd ?? 0) < 1e6, 20, 'less than 1 M USD is locked'],
    [kind === 'announcement', 20, 'any author can write an announcement'],
  ];
}

function campaignParts({ recipients, totalAmount, tokenHolders, ipfsCid }: Campaign): Part[] {
  return [
    [recipients === null, 10, 'the number of recipients is unknown'],
    [recipients !== null && recipients < 50, 15, 'fewer than 50 recipients'],
    [recipients !== null && recipients < 10, 15, 'fewer than 10 recipients'],
    [totalAmount === null, 10, 'the amount is unknown'],
    [totalAmount === '0', 30, 'the amount is 0'],
    [tokenHolders === null, 10, 'the holders of the token are unknown'],
    [tokenHolders !== null && tokenHolders < 100, 10, 'fewer than 100 accounts received the token lately'],
    [tokenHolders !== null && tokenHolders < 20, 15, 'fewer than 20 accounts received the token lately'],
    [ipfsCid === null, 20, 'its event names no list'],
  ];
}

function marketParts({ volumeUsd }: Market): Part[] {
  return [
    [volumeUsd === null || volumeUsd < 10_000, 10, 'less than 10 000 USD were traded'],
    [volumeUsd === null || volumeUsd < 1_000, 20, 'less than 1 000 USD were traded'],
  ];
}

function listParts({ state, balance, unclaimed }: CampaignListView): Part[] {
  const isFunded = balance === null || unclaimed === null || BigInt(balance) >= BigInt(unclaimed);
  return [
    [state === 'rejected', 40, 'its list does not have the root of the contract'],
    [state === 'unavailable', 10, 'its list is not available'],
    [!isFunded, 20, 'the contract holds less than is unclaimed'],
    [!isFunded && balance === '0', 20, 'the contract holds nothing'],
    [isFunded && (state === 'verified' || state === 'loaded'), -10, 'its list is verified'],
  ];
}

/** Domains, invitations and calls to act. */
const ADVERTISES =
  /https?:|www\.|\bt\.me\b|@\w|\b[a-z0-9-]+\.(?:com|org|net|io|xyz|app|fi|finance|claims?|site|top|vip|gift|pro|info|lol|live|cc|link)\b|\b(?:visit|claim (?:now|at|your)|free|bonus|win|reward at)\b/i;

function scoreOf(parts: readonly Part[]): SpamScore {
  const found = parts.filter(([isFound]) => isFound);
  const points = found.reduce((sum, [, each]) => sum + each, 0);
  return { score: Math.min(100, Math.max(0, points)) / 100, reasons: found.map(([, , reason]) => reason) };
}
