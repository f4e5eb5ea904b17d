import { parseWallet } from '@droptrack/eligibility';
import type { FinderId } from '../finders';
import { NO_FACTS, type Sighting } from '../sighting';
import { campaignSighting, NO_IDENTITY, sightingOf } from './sightings';

/** A made-up sighting with the drop that it is about. */
export interface NearDuplicate {
  readonly source: FinderId;
  readonly sighting: Sighting;
  /** Labels of its drop; two if its identifiers fit two drops, so that it may join either, but not connect them. */
  readonly drops: readonly string[];
}

/** Of each kind below one a project; the first eight do not depend on the others. */
const KINDS_OF_LAST = 8;
const PROJECTS = 17;
const SYLLABLES = [
  'bel',
  'cor',
  'dra',
  'fen',
  'gil',
  'hob',
  'jun',
  'kel',
  'lor',
  'mar',
  'nim',
  'pol',
  'quo',
  'ros',
  'tam',
  'vex',
];

/**
 * 200 sightings of drops that resemble each other, in a seeded order: seasons of one token, equal names on two chains,
 * lookalike names, variants of slugs, shared sites and symbols. Some of them are of one drop, which an identifier shows.
 */
export function nearDuplicates(seed: number): NearDuplicate[] {
  const random = seededRandom(seed);
  const all = Array.from({ length: PROJECTS }, (_, i) => {
    const sightings = projectOf(i, random);
    return i === PROJECTS - 1 ? sightings.slice(0, KINDS_OF_LAST) : sightings;
  }).flat();
  return all
    .map((one) => ({ one, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** The drops of one project, and sightings that look like them. */
function projectOf(index: number, random: () => number): NearDuplicate[] {
  const pick = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? 'bel';
  const stem = `${pick()}${pick()}`;
  const name = `${stem.charAt(0).toUpperCase()}${stem.slice(1)}`;
  const slug = `${stem}-${index}`;
  const facts = { ...NO_FACTS, symbol: stem.slice(0, 4).toUpperCase(), site: `https://${slug}.example.org` };
  const [token, bridged, fake] = [address(random), address(random), address(random)];
  const campaign = (label: string, of: string, chainId: number, title: string): NearDuplicate => {
    const contract = address(random);
    return {
      source: 'evm-campaigns',
      sighting: campaignSighting(
        { contract, token: of, chainId },
        { name: title, facts: { ...facts, startsAt: null, endsAt: null } },
      ),
      drops: [`${slug}/${label}`],
    };
  };
  const page = (
    label: string | readonly string[],
    source: FinderId,
    over: Partial<Sighting['identity']>,
    title = name,
  ): NearDuplicate => ({
    source,
    sighting: sightingOf({
      externalId: `${slug}-${[label].flat().join('-')}`,
      name: title,
      identity: { ...NO_IDENTITY, ...over },
      facts,
    }),
    drops: [label].flat().map((one) => `${slug}/${one}`),
  });
  const [first, second] = [
    campaign('season-1', token, 1, `${name} Season 1`),
    campaign('season-2', token, 1, `${name} Season 2`),
  ];
  const other = campaign('other-chain', bridged, 10, `${name} Season 1`);
  return [
    first,
    second,
    other,
    campaign('lookalike', fake, 1, name.replace('o', '0').replace('e', 'е')),
    page('protocol', 'defillama', { defillama: slug }),
    page('slug-variant', 'defillama', { defillama: `${slug}-v2` }),
    // True merges: by contract and by token.
    page('season-2', 'rotki-index', { contract: second.sighting.identity.contract }, `${name} 2`),
    page('other-chain', 'merkl', { token: other.sighting.identity.token }),
    page('launch', 'polymarket', { market: `${slug}-fdv-above` }),
    page('launch-variant', 'polymarket', { market: `${slug}-fdv-above-2` }),
    page('announced', 'discourse', {}),
    // Fits both seasons.
    page(['season-1', 'season-2'], 'merkl', { token: first.sighting.identity.token }),
  ];
}

function address(random: () => number): string {
  const digits = Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('');
  return parseWallet(`0x${digits}`).address;
}

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
