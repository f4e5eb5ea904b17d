import type { CandidateView, KnownDrop } from './candidate';
import { skeletonWords, wordsOf } from './fold-name';

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
 * the token of a drop is no imitation of those that the drop looks like. Drops without a known token, and sightings without
 * one, are not compared.
 */
export function impersonationOf(
  { sightings }: Pick<CandidateView, 'sightings'>,
  known: readonly KnownDrop[],
): Impersonation | null {
  for (const { sighting } of sightings) {
    const token = sighting.identity.token;
    if (token === null) continue;
    const looks = looksOf(sighting.name, sighting.facts.symbol);
    const owners = known.filter((drop) => isSameToken(drop.token, token)).map(looksOfDrop);
    for (const resembles of [hasSymbol, hasName]) {
      const imitated = known.find((drop) => {
        const ofDrop = looksOfDrop(drop);
        // An owner of the token vouches only for names of its own: otherwise one accepted drop would lend its token to any.
        return drop.token !== null && resembles(looks, ofDrop) && !owners.some((owner) => isLike(owner, ofDrop));
      });
      if (imitated !== undefined) return { dropId: imitated.id, reason: otherToken(imitated, token) };
    }
  }
  return null;
}

const otherToken = ({ id, name }: KnownDrop, token: string): string =>
  `looks like ${name} (${id}), but its token is ${token}`;

/**
 * Reasons why a candidate resembles known drops, one for each: the same token, or a similar name or symbol with any token.
 * A drop of the same project resembles it as an imitation does, so only a person can distinguish them.
 */
export function likenessesOf({ sightings }: Pick<CandidateView, 'sightings'>, known: readonly KnownDrop[]): string[] {
  const looks = sightings.map(({ sighting }) => looksOf(sighting.name, sighting.facts.symbol));
  const tokens = sightings.flatMap(({ sighting }) => sighting.identity.token ?? []);
  return known.flatMap((drop) => {
    if (tokens.some((token) => isSameToken(drop.token, token))) return [`has the same token as the drop ${drop.id}`];
    if (!looks.some((each) => isLike(each, looksOfDrop(drop)))) return [];
    const [token] = tokens;
    if (drop.token === null) return [`looks like ${drop.name} (${drop.id}), whose token is unknown`];
    return [token === undefined ? `looks like ${drop.name} (${drop.id})` : otherToken(drop, token)];
  });
}

const isSameToken = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** A name and a symbol as they look, in skeletons. */
interface Looks {
  /** Words of the name, and those that identify the project, separated by single spaces. */
  readonly words: string;
  readonly core: string;
  /** Symbol and core without separators. */
  readonly symbols: readonly string[];
}

function looksOf(name: string, symbol: string | null): Looks {
  const core = coreOf(name).flatMap(skeletonWords);
  const symbols = [skeletonWords(symbol ?? '').join(''), core.join('')].filter((text) => text !== '');
  return { words: skeletonWords(name).join(' '), core: core.join(' '), symbols };
}

/** Looks of the drops of the catalogue, which are compared with each candidate. */
const looksOfDrops = new WeakMap<KnownDrop, Looks>();

function looksOfDrop(drop: KnownDrop): Looks {
  const looks = looksOfDrops.get(drop) ?? looksOf(drop.name, drop.symbol);
  looksOfDrops.set(drop, looks);
  return looks;
}

const isLike = (looks: Looks, drop: Looks): boolean => hasSymbol(looks, drop) || hasName(looks, drop);

const hasSymbol = ({ symbols }: Looks, drop: Looks): boolean => symbols.some((one) => drop.symbols.includes(one));

/** Length from which a name that is contained in another one is recognised. */
const CONTAINED_MIN = 5;

/** The name as words, or without or with other separators: `Uni-Swap`, `UniswapAirdrop`. */
function hasName({ words }: Looks, { core }: Looks): boolean {
  const spelled = core.replaceAll(' ', '');
  if (spelled.length < CONTAINED_MIN) return false;
  const isWords = ` ${words} `.includes(` ${core} `);
  return isWords || (spelled.length > CONTAINED_MIN && words.replaceAll(' ', '').includes(spelled));
}

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
