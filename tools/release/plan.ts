import type { Commit, Git, Tag } from './git';
import type { Published } from './published';

/** The reason why a release is not made, or not sent. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** Size of a change for users of the package. */
export type Level = 'patch' | 'minor' | 'major';

/** Level of each type of commit, from `nx.json`; other types have none. */
export type LevelOfType = Readonly<Record<string, Level | 'none'>>;

/** The next release. */
export interface Plan {
  /** Version of the first release; a level for later ones. */
  readonly specifier: string;
  readonly previous: Tag | null;
  /** Hashes of the commits that changed the published content; empty for the first release. */
  readonly commits: ReadonlySet<string>;
}

const LEVELS: readonly Level[] = ['patch', 'minor', 'major'];
const SUBJECT = /^(?<type>[a-z]+)(?:\([^)]*\))?(?<bang>!)?:/;
const BREAKING_FOOTER = /^BREAKING[ -]CHANGE: /m;

/**
 * Plans a release from the commits since the last one. Null if users would notice no change.
 *
 * A commit counts by the files that it changes and by its type, whatever its scope: rules and contracts are in the package,
 * so `feat(scoring)` is a feature of the package. Before 1.0.0 a breaking change is a minor version (semver.org §4), because
 * 1.0.0 is a decision of the maintainers.
 *
 * @param version - the version in the package's `package.json`, for the first release.
 */
export function planRelease(git: Git, published: Published, levelOfType: LevelOfType, version: string): Plan | null {
  const previous = git.lastRelease();
  if (previous === null) return { specifier: version, previous, commits: new Set() };
  const commits = git.publishedCommits(previous.tag, published);
  const levels = commits.map((commit) => levelOf(commit, levelOfType));
  const level = LEVELS.findLast((each) => levels.includes(each));
  if (level === undefined) return null;
  const specifier = level === 'major' && previous.version.startsWith('0.') ? 'minor' : level;
  return { specifier, previous, commits: new Set(commits.map(({ hash }) => hash)) };
}

/** Level of a commit; null if users would not notice it. */
export function levelOf({ subject, body }: Pick<Commit, 'subject' | 'body'>, levelOfType: LevelOfType): Level | null {
  const { type = '', bang } = SUBJECT.exec(subject)?.groups ?? {};
  if (bang !== undefined || BREAKING_FOOTER.test(body)) return 'major';
  const level = Object.hasOwn(levelOfType, type) ? levelOfType[type] : undefined;
  return level === undefined || level === 'none' ? null : level;
}
