import type { Commit, Git, Release } from './git';
import type { Published } from './published';

/** How much a release changes for those who use the package. */
export type Level = 'patch' | 'minor' | 'major';

/** What each type of commit is to them, as `nx.json` says; types that it does not name are nothing. */
export type LevelOfType = Readonly<Record<string, Level | 'none'>>;

/** What is to be released, and why. */
export interface Plan {
  /** A level, or the version itself when it is the first. */
  readonly specifier: string;
  readonly previous: Release | null;
  /** Hashes of the commits that changed what is published. */
  readonly commits: ReadonlySet<string>;
}

const LEVELS: readonly Level[] = ['patch', 'minor', 'major'];
const SUBJECT = /^(?<type>[a-z]+)(?:\([^)]*\))?(?<bang>!)?:/;
const BREAKING_FOOTER = /^BREAKING[ -]CHANGE: /m;

/**
 * Decides the next release from the commits since the last one. Null when there is nothing that users would notice.
 *
 * A commit counts by what it changes and by its type, whatever its scope: rules and contracts are in the package, so a
 * `feat(scoring)` is a feature of the package. Before 1.0.0 what breaks is a minor version (semver.org §4): to become
 * 1.0.0 is a decision, not the outcome of a commit.
 *
 * @param version - in the package's `package.json`: that of the first release.
 */
export function planRelease(git: Git, published: Published, levelOfType: LevelOfType, version: string): Plan | null {
  const previous = git.lastRelease();
  const found = git.publishedCommits(previous?.tag ?? null, published);
  const commits = new Set(found.map(({ hash }) => hash));
  if (previous === null) return { specifier: version, previous, commits };
  const level = highest(found.map((commit) => levelOf(commit, levelOfType)));
  if (level === null) return null;
  return { specifier: level === 'major' && isZero(previous.version) ? 'minor' : level, previous, commits };
}

/** Null for a commit that is not felt. */
export function levelOf({ subject, body }: Pick<Commit, 'subject' | 'body'>, levelOfType: LevelOfType): Level | null {
  const { type = '', bang } = SUBJECT.exec(subject)?.groups ?? {};
  if (bang !== undefined || BREAKING_FOOTER.test(body)) return 'major';
  const level = Object.hasOwn(levelOfType, type) ? levelOfType[type] : undefined;
  return level === undefined || level === 'none' ? null : level;
}

function highest(levels: readonly (Level | null)[]): Level | null {
  return LEVELS.findLast((level) => levels.includes(level)) ?? null;
}

const isZero = (version: string): boolean => version.startsWith('0.');
