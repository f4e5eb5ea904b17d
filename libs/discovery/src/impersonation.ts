import type { CandidateView, KnownDrop } from './candidate';
import { skeletonWords, wordsOf } from './fold-name';
import type { Sighting } from './sighting';

/** A candidate looks like a known drop by its name or symbol, but has another token. */
export interface Impersonation {
  /** Drop that it looks like. */
  readonly dropId: string;
  readonly reason: string;
}

/**
 * Imitation of a known drop; null if there is none.
 *
 * Names and symbols are compared as they look: `Uniswаp` with a Cyrillic letter, `UN1` and `Uniswap Season 2` look like
 * Uniswap. A known name that the candidate only contains counts from five letters. Drops of one project share its names, so
 * the token of any of them is no imitation. Drops without a known token, and sightings without one, are not compared.
 */
export function impersonationOf(
  { sightings }: Pick<CandidateView, 'sightings'>,
  known: readonly KnownDrop[],
): Impersonation | null {
  const withToken = known.filter(({ token }) => token !== null);
  for (const { sighting } of sightings) {
    const token = sighting.identity.token;
    if (token === null) continue;
    for (const resembles of [resemblesBySymbol, resemblesByName]) {
      const similar = withToken.filter((drop) => resembles(sighting, drop));
      const [drop] = similar;
      if (drop === undefined || similar.some((one) => isSameToken(one.token, token))) continue;
      return { dropId: drop.id, reason: `looks like ${drop.name} (${drop.id}), but its token is ${token}` };
    }
  }
  return null;
}

/** Drops without a known token whose name a candidate has: nothing shows that it is theirs. */
export function namesakesOf({ sightings }: Pick<CandidateView, 'sightings'>, known: readonly KnownDrop[]): KnownDrop[] {
  return known.filter(
    (drop) =>
      drop.token === null &&
      sightings.some(({ sighting }) => resemblesBySymbol(sighting, drop) || resemblesByName(sighting, drop)),
  );
}

const isSameToken = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

function resemblesBySymbol({ facts, name }: Sighting, drop: KnownDrop): boolean {
  const symbols = [facts.symbol, coreOf(name).join('')].flatMap((text) => text ?? []).map(squash);
  const texts = [drop.symbol, coreOf(drop.name).join('')].flatMap((text) => text ?? []).map(squash);
  return symbols.some((symbol) => symbol !== '' && texts.includes(symbol));
}

/** Length from which a name that is contained in another one is recognised. */
const CONTAINED_MIN = 5;

function resemblesByName({ name }: Sighting, drop: KnownDrop): boolean {
  const words = skeletonWords(name);
  const core = coreOf(drop.name).flatMap(skeletonWords);
  if (core.join('').length < CONTAINED_MIN) return false;
  return words.some((_, i) => words.slice(i, i + core.length).join(' ') === core.join(' ')) || isSpelled(words, core);
}

/** A name that is written with separators, or without any: `Uni-Swap`, `UniswapAirdrop`. */
const isSpelled = (words: readonly string[], core: readonly string[]): boolean =>
  core.join('').length > CONTAINED_MIN && words.join('').includes(core.join(''));

const squash = (text: string): string => skeletonWords(text).join('');

/** Words that say nothing about the project. */
const GENERIC = new Set(
  `airdrop airdrops allocation and claim claims dao distribution drop drops early finance for foundation genesis labs lp mining
   network of official one phase protocol retroactive rewards reward rolldrop round season seasons snapshot stage stakedrop
   stakers stimulus the token tokens user users vote`.split(/\s+/),
);

/** Words of a name that identify the project; all of them if none does. */
function coreOf(name: string): string[] {
  const words = wordsOf(name.replace(/\([^)]*\)/g, ' '));
  const core = words.filter((word) => !GENERIC.has(word) && !/^[a-z]?\d+$/.test(word));
  return core.length === 0 ? words : core;
}
