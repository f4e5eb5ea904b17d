import type { CampaignListView, FinderId } from '@droptrack/discovery';
import { bytesToHex } from '@noble/hashes/utils';
import type { SampleOptions } from './catalogue';
import { definitionOf } from './definition';
import { CYCLE_DAYS, DAY_MS, dayNumber, type Life, livesOn } from './life';
import { type CampaignSketch, campaignSighting, pageSighting, type SampleSighting } from './sightings';
import { bytesOf } from './token';

/** Decision about the candidate of a made-up sighting. */
export type SampleDecision =
  | { readonly kind: 'watch' | 'reject'; readonly reason: string }
  /** Accepted as a drop of the sample. */
  | { readonly kind: 'accept'; readonly dropId: string; readonly reason: string }
  | { readonly kind: 'merge'; readonly into: SightingKey; readonly reason: string };

/** A sighting by its source and its id there. */
export interface SightingKey {
  readonly source: FinderId;
  readonly externalId: string;
}

/** A made-up sighting, and the decision about its candidate; null for one that waits for the review. */
export interface SampleFind extends SampleSighting {
  readonly decision: SampleDecision | null;
}

/** Check of the list of a made-up campaign. */
export type SampleCampaignList = Omit<CampaignListView, 'checkedAt'>;

export interface SampleDiscovery {
  /** Targets of merges come before what is merged into them. */
  readonly finds: readonly SampleFind[];
  readonly lists: readonly SampleCampaignList[];
}

/** Days for which the same sightings are shown; then others are added. */
const PERIOD_DAYS = CYCLE_DAYS / 4;

/**
 * Creates the made-up sightings of a day, with decisions, as a function of the seed and the day: candidates in all states from
 * several sources, one of them with a verified list, and one that imitates a drop of the sample.
 */
export function sampleDiscovery({ seed, day }: SampleOptions): SampleDiscovery {
  const period = Math.floor(dayNumber(day) / PERIOD_DAYS);
  const span: Span = { seed: `${seed}/discovery-${period}`, period, firstDay: period * PERIOD_DAYS };
  const lives = livesOn(seed, span.firstDay).filter(
    ({ startDay }) => startDay + CYCLE_DAYS >= span.firstDay + PERIOD_DAYS,
  );
  const rewards = campaign(span, {
    name: 'Thistledown rewards (sample)',
    symbol: 'THSL',
    decimals: 18,
    chain: 'base',
    chainId: 8453,
    recipients: 1_240,
    tokens: 3_100_000,
    tokenHolders: 2_874,
    hasFile: true,
  });
  return {
    finds: [
      { ...rewards, decision: null },
      { ...imitation(span, lives), decision: null },
      ...wickerbridge(span),
      ...announcements(span),
      opportunity(span, lives),
    ],
    lists: [verifiedList(rewards)],
  };
}

/** Period with its own sightings. */
interface Span {
  readonly seed: string;
  readonly period: number;
  /** Counted from the epoch. */
  readonly firstDay: number;
}

const msAfter = ({ firstDay }: Span, days: number): number => (firstDay + days) * DAY_MS;

type Sketch = Omit<CampaignSketch, 'seed' | 'createdMs' | 'startsMs' | 'endsMs'>;

/** Campaign that was created a day before the period, with a window of 90 days. */
function campaign(span: Span, sketch: Sketch): SampleSighting {
  const [createdMs, startsMs, endsMs] = [msAfter(span, -1), msAfter(span, 0), msAfter(span, 90)];
  return campaignSighting({ ...sketch, seed: `${span.seed}/${sketch.name}`, createdMs, startsMs, endsMs });
}

/**
 * Campaign with the name and symbol of a drop of the sample, but another token, few holders and no file.
 *
 * @param lives - drops that are published for the whole period.
 */
function imitation(span: Span, lives: readonly Life[]): SampleSighting {
  const definitions = lives.map((life) => definitionOf(life, span.firstDay - life.startDay));
  const imitated = definitions.find(({ token }) => token.address?.value.startsWith('eip155:'));
  // Slots begin evenly, and some publish a token of an EVM chain in the second quarter of their lives.
  if (imitated === undefined) throw new RangeError('No drop of the sample has a token on an EVM chain');
  return campaign(span, {
    name: imitated.name,
    symbol: imitated.token.symbol?.value ?? '',
    decimals: 18,
    chain: 'bsc',
    chainId: 56,
    recipients: 25_000,
    tokens: 900_000_000,
    tokenHolders: 3,
    hasFile: false,
  });
}

/** A market about a launch, which is watched, and a protocol that an operator merged into it. */
function wickerbridge(span: Span): SampleFind[] {
  const market = pageSighting(
    'polymarket',
    { externalId: `sample-wickerbridge-fdv-${span.period}`, kind: 'market', name: 'Wickerbridge (sample)' },
    { launchBy: new Date(msAfter(span, 120)).toISOString(), probability: 0.72 },
    { fdvUsd: LADDER, airdrop: null, launch: null, volumeUsd: 412_000 },
  );
  const protocol = pageSighting(
    'defillama',
    { externalId: `sample-wickerbridge-${span.period}`, kind: 'protocol', name: 'Wickerbridge (sample)' },
    { chain: 'arbitrum', tvlUsd: 48_200_000 },
  );
  const into = { source: market.source, externalId: market.sighting.externalId };
  return [
    { ...market, decision: { kind: 'watch', reason: 'the launch is months away' } },
    { ...protocol, decision: { kind: 'merge', into, reason: 'the market is about this protocol' } },
  ];
}

const LADDER = [
  { above: 100_000_000, probability: 0.94 },
  { above: 300_000_000, probability: 0.71 },
  { above: 500_000_000, probability: 0.48 },
  { above: 1_000_000_000, probability: 0.19 },
  { above: 2_000_000_000, probability: 0.06 },
];

/** Proposals that were rejected and watched, and a topic and a list that wait for the review. */
function announcements(span: Span): SampleFind[] {
  const proposal = pageSighting('snapshot', {
    externalId: `0x${bytesToHex(bytesOf(`${span.seed}/proposal`))}`,
    kind: 'announcement',
    name: 'Palewater DAO (sample): Retroactive rewards for moderators',
  });
  const launch = pageSighting('snapshot', {
    externalId: `0x${bytesToHex(bytesOf(`${span.seed}/launch`))}`,
    kind: 'announcement',
    name: 'Rooksend DAO (sample): TGE timeline and community share',
  });
  const list = pageSighting(
    'rotki-index',
    { externalId: `sample-kelpforest-${span.period}`, kind: 'list', name: 'Kelpforest season 2 (sample)' },
    { chain: 'optimism', symbol: 'KELP', decimals: 18, endsAt: new Date(msAfter(span, 60)).toISOString() },
  );
  const topic = pageSighting('discourse', {
    externalId: `forum.example.org/t/${1_000 + span.period}`,
    kind: 'announcement',
    name: 'Nightjar (sample): airdrop to early bridge users',
  });
  return [
    { ...proposal, decision: { kind: 'reject', reason: 'pays a team, and is no drop' } },
    { ...launch, decision: { kind: 'watch', reason: 'the vote ends next month' } },
    { ...topic, decision: null },
    { ...list, decision: null },
  ];
}

/** Opportunity that was accepted as a drop of the sample. */
function opportunity(span: Span, lives: readonly Life[]): SampleFind {
  const [life] = lives;
  if (life === undefined) throw new RangeError('No drop of the sample is published for the whole period');
  const { name, chain, token } = definitionOf(life, span.firstDay - life.startDay);
  const found = pageSighting(
    'merkl',
    { externalId: `sample-${span.period}`, kind: 'opportunity', name },
    { chain: chain.value, symbol: token.symbol?.value ?? null },
  );
  return { ...found, decision: { kind: 'accept', dropId: life.dropId, reason: 'announced by the project itself' } };
}

/** Verified list of a campaign, of which nothing is claimed yet. */
function verifiedList({ sighting }: SampleSighting): SampleCampaignList {
  const { contract, merkleRoot, totalAmount, recipients } = sighting.campaign ?? {};
  if (contract === undefined) throw new RangeError('The sighting is not one of a campaign');
  const amount = totalAmount ?? null;
  return {
    contract: sighting.externalId,
    state: 'verified',
    reason: null,
    wallets: recipients ?? null,
    total: amount,
    balance: amount,
    unclaimed: amount,
    sha256: bytesToHex(bytesOf(`${merkleRoot}/file`)),
  };
}
