import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseClient } from 'nx/release';
import { packDirectory, presentTarball } from '../sdk/package/pack';
import { changelogEntryOf } from './changelog-entry';
import { deliver } from './delivery';
import { Git, type Tag } from './git';
import { type Level, type LevelOfType, type Plan, planRelease, ReleaseError } from './plan';
import { buildPackage, readPublished } from './published';

/** Options of the command line. */
export interface Options {
  /** Shows everything and changes nothing. */
  readonly isDryRun: boolean;
  /** Pushes commit and tag to `origin`. */
  readonly push: boolean;
  /** Publishes the package to the registry. */
  readonly publish: boolean;
  /** Directory that receives the tarball instead; null for none. */
  readonly tarball: string | null;
  /** URL of the registry; null for npm's default. */
  readonly registry: string | null;
}

/** Prints a message for people. */
export type Print = (text: string) => void;

const BRANCH = 'main';

/**
 * Releases the SDK, or completes an interrupted release.
 *
 * @param root - root of the repository, which is also the current directory, where Nx reads it.
 * @throws {ReleaseError} when the tree is not releasable, or a push or publication fails.
 */
export async function release(root: string, options: Options, print: Print): Promise<void> {
  const git = new Git(root);
  if (!options.isDryRun) assertReleasable(git);
  const plan = await planOf(root, git);
  if (plan === null)
    print(`Nothing to release: no commit after ${git.lastRelease()?.tag} changes the package for users.`);
  else await makeRelease(root, plan, options, print);
  const last = git.lastRelease();
  if (last === null || options.isDryRun) return;
  if (options.push) push(root, last, print);
  // Also without a new version: an earlier run may have been interrupted after its tag.
  if (options.publish || options.tarball !== null) await deliver(root, last, options, print);
}

/** Plans the release. Reads the content of the package, which takes seconds, only if the plan depends on it. */
async function planOf(root: string, git: Git): Promise<Plan | null> {
  const last = git.lastRelease();
  if (last !== null && !git.hasCandidates(last.tag)) return null;
  const { version } = readJson<{ version: string }>(root, 'libs/sdk/package.json');
  const published = last === null ? { files: [], packages: [] } : await readPublished(root);
  return planRelease(git, published, levelOfType(root), version);
}

/** Lets Nx write version, changelog, lock file, commit and tag. */
async function makeRelease(root: string, plan: Plan, { isDryRun }: Options, print: Print): Promise<void> {
  const { previous, specifier, commits } = plan;
  const base =
    previous === null ? 'first release' : `${specifier} version after ${previous.tag}, ${commits.size} commits`;
  print(`@droptrack/sdk: ${base}`);
  const renderer = changelogEntryOf(plan, join(root, 'libs/sdk/CHANGELOG.md'));
  const client = new ReleaseClient({ changelog: { projectChangelogs: { renderer } } });
  const { workspaceVersion } = await client.release({
    specifier,
    firstRelease: previous === null,
    dryRun: isDryRun,
    yes: true,
    skipPublish: true,
  });
  print(`Version ${workspaceVersion}, tag sdk@${workspaceVersion}${isDryRun ? ' (dry run: nothing was changed)' : ''}`);
  if (isDryRun) await showFiles(root, print);
}

async function showFiles(root: string, print: Print): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'droptrack-pack-'));
  try {
    print(presentTarball(await packDirectory(await buildPackage(root), scratch)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Pushes commit and tag of a release, unless origin has the tag. Nx pushes only when it creates a release on GitHub. */
function push(root: string, { tag }: Tag, print: Print): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('ls-remote', '--tags', 'origin', `refs/tags/${tag}`) !== '') return;
  print(`Pushing ${tag}`);
  git('push', '--atomic', 'origin', `${tag}^{}:refs/heads/${BRANCH}`, `refs/tags/${tag}`);
}

function assertReleasable(git: Git): void {
  if (!git.isClean()) throw new ReleaseError('Some changes are not committed: commit or remove them first');
  const branch = git.branch();
  if (branch === BRANCH) return;
  throw new ReleaseError(`Releases are made from ${BRANCH}; this is ${branch === '' ? 'no branch' : branch}`);
}

/** Levels of the types of commits, from the table of Nx, which also contains the headings of the changelog. */
function levelOfType(root: string): LevelOfType {
  const { release: config } = readJson<{ release: { conventionalCommits: { types: Types } } }>(root, 'nx.json');
  const types = Object.entries(config.conventionalCommits.types);
  return Object.fromEntries(types.map(([type, { semverBump }]) => [type, semverBump]));
}
type Types = Readonly<Record<string, { readonly semverBump: Level | 'none' }>>;

function readJson<Content>(root: string, file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;
}
