import { registeredDomain } from '@droptrack/catalogue';
import type { DomainImitation } from '@droptrack/contracts';
import { skeletonWords } from './fold-name';

/** Domain that a host looks like, and by what. */
export interface Imitation {
  readonly domain: string;
  readonly by: DomainImitation;
}

/** Length from which a name with one other letter imitates one of the same suffix, such as `.build`. */
const SAME_SUFFIX_MIN = 5;
/** Length from which it does so with any suffix: shorter names have many neighbours that are names of their own. */
const ANY_SUFFIX_MIN = 10;
/** Length of a name from which it is recognised beside a word that attracts claimers. */
const COMBINED_MIN = 4;

const skeletonOf = (text: string): string => skeletonWords(text).join('');

/** Words that attract claimers, also without a hyphen. */
const STRONG_BAITS = 'airdrop airdrops claim claims eligibility giveaway reward rewards token tokens'.split(' ');
const BAITS = new Set(
  [
    ...STRONG_BAITS,
    ...'allocation bonus check checker claiming drop drops eligible gift mint official presale verify wallet'.split(
      ' ',
    ),
  ].map(skeletonOf),
);
const STRONG_SKELETONS = STRONG_BAITS.map(skeletonOf);

/** Name of a registered domain in the forms in which it is compared. */
interface KnownName {
  readonly domain: string;
  readonly label: string;
  readonly letters: readonly string[];
  readonly suffix: string;
  readonly skeleton: string;
}

/** Names by domain, which tables of the same catalogue share; null for a host without one. */
export type KnownNames = Map<string, KnownName | null>;

function nameOf(domain: string): KnownName | null {
  const registered = registeredDomain(domain);
  if (registered === null) return null;
  const { label, suffix } = registered;
  return { domain, label, letters: [...label], suffix, skeleton: skeletonOf(label) };
}

/** True for a name that is long enough that a likeness with this suffix is no chance. */
const isDistinct = ({ label, suffix }: KnownName, other: string): boolean =>
  label.length >= (suffix === other ? SAME_SUFFIX_MIN : ANY_SUFFIX_MIN);

/** Finds the domain that a host imitates, among known ones. */
export class DomainImitations {
  readonly #names: readonly KnownName[];
  readonly #bySkeleton = new Map<string, KnownName>();
  readonly #domains: ReadonlySet<string>;

  /**
   * @param domains - hosts in ASCII, such as the official domains of a view.
   * @param known - names that were made before; new ones are added.
   */
  constructor(domains: Iterable<string>, known: KnownNames = new Map()) {
    const names = [...domains].sort().flatMap((domain) => {
      const name = known.get(domain) ?? nameOf(domain);
      known.set(domain, name);
      return name ?? [];
    });
    // A host below a domain stands for it; the shortest one is named.
    this.#names = names.sort((a, b) => a.domain.length - b.domain.length);
    this.#domains = new Set(names.map(({ domain }) => domain));
    for (const name of this.#names) if (!this.#bySkeleton.has(name.skeleton)) this.#bySkeleton.set(name.skeleton, name);
  }

  /**
   * Imitation by a host that is not official itself; null if it looks like none.
   *
   * The same name with another suffix is none: projects have such domains, and the catalogue does not know all of them.
   *
   * @param host - in ASCII.
   * @param shown - the same host as browsers show it, in Unicode.
   */
  find(host: string, shown: string): Imitation | null {
    const contained = this.#contained(host);
    if (contained !== null) return { domain: contained, by: 'subdomain' };
    const registered = registeredDomain(host);
    if (registered === null) return null;
    const label = shown.split('.').at(-1 - registered.suffix.split('.').length) ?? '';
    const words = skeletonWords(label);
    const [word = ''] = words;
    const alike = words.length === 1 ? this.#bySkeleton.get(word) : undefined;
    if (alike !== undefined && alike.label !== label) return { domain: alike.domain, by: 'confusable' };
    const combined = this.#combined(words, registered.suffix);
    if (combined !== null) return { domain: combined.domain, by: 'combined_words' };
    const letters = [...label];
    const near = this.#names.find((name) => isDistinct(name, registered.suffix) && isOneEdit(name.letters, letters));
    return near === undefined ? null : { domain: near.domain, by: 'edit_distance' };
  }

  /** Domain that the host contains before its end, as `linea.build.evil.xyz` and `linea.build-claim.xyz` do. */
  #contained(host: string): string | null {
    const starts = [0, ...[...host.matchAll(/[.-]/g)].map(({ index }) => index + 1)];
    for (const start of starts) {
      for (const end of starts) {
        const part = host.slice(start, end - 1);
        if (end > start && this.#domains.has(part)) return part;
      }
    }
    return null;
  }

  #combined(words: readonly string[], suffix: string): KnownName | null {
    const rest = words.filter((word) => !BAITS.has(word));
    const whole = words.join('');
    const cores = STRONG_SKELETONS.flatMap((bait) => [
      ...(whole.startsWith(bait) ? [whole.slice(bait.length)] : []),
      ...(whole.endsWith(bait) ? [whole.slice(0, -bait.length)] : []),
    ]);
    const beside = rest.length < words.length ? this.#bySkeleton.get(rest.join('')) : undefined;
    if (beside !== undefined && beside.label.length >= COMBINED_MIN) return beside;
    const joined = cores
      .map((core) => this.#bySkeleton.get(core))
      .find((name) => (name?.label.length ?? 0) >= SAME_SUFFIX_MIN);
    if (joined !== undefined) return joined;
    if (words.length < 2) return null;
    const named = words.map((word) => this.#bySkeleton.get(word));
    return named.find((name) => name !== undefined && isDistinct(name, suffix)) ?? null;
  }
}

/** True for texts that differ by one letter, which is other, absent or added, or by two that changed places. */
function isOneEdit(one: readonly string[], other: readonly string[]): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1])
    [end, otherEnd] = [end - 1, otherEnd - 1];
  const [length, otherLength] = [end - start, otherEnd - start];
  if (length <= 1 && otherLength <= 1) return length + otherLength > 0;
  const isSwap = one[start] === other[start + 1] && one[start + 1] === other[start];
  return length === 2 && otherLength === 2 && isSwap;
}
