import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseClient } from 'nx/release';
import { presentTarball } from '../sdk/package/pack';
import { changelogEntryOf } from './changelog-entry';
import { presentFiles } from './files';
import { Git, type Release, RELEASED_BRANCH } from './git';
import type { Options } from './options';
import { type Level, type LevelOfType, type Plan, planRelease } from './plan';
import { readPublished } from './published';
import { Registry } from './registry';
import { ReleaseError } from './release-error';
import { withReleasedTree } from './released-tree';
import { writeTarball } from './tarball';

type Tell = (words: string) => void;

/**
 * Releases the SDK, or sends what is left of a release that was interrupted.
 *
 * @param root - of the repository; also the current directory, where Nx looks for it.
 * @throws {ReleaseError} when the tree is not what would be released, or anything could not be sent.
 */
export async function release(root: string, options: Options, tell: Tell): Promise<void> {
  const git = new Git(root);
  if (!options.isDryRun) assertReleasable(git);
  const plan = planRelease(git, await readPublished(root), levelOfType(root), versionOf(root));
  if (plan === null) {
    tell(
      `Nothing to release: no commit after ${git.lastRelease()?.tag} changes what users of the package would notice.`,
    );
  } else {
    await makeRelease(root, plan, options, tell);
  }
  const last = git.lastRelease();
  if (last === null || options.isDryRun) return;
  if (options.push) push(root, last, tell);
  // Whatever has come since, and whoever ran this before: a version that is tagged is to be in the registry.
  if (options.publish || options.tarball !== null) await deliver(root, last, options, tell);
}

async function makeRelease(root: string, plan: Plan, { isDryRun }: Options, tell: Tell): Promise<void> {
  const from = plan.previous === null ? 'first release' : `${plan.previous.tag}, then a ${plan.specifier} version`;
  tell(`@droptrack/sdk: ${from} (${plan.commits.size} commits that touch it)`);
  const renderer = changelogEntryOf(plan, join(root, 'libs/sdk/CHANGELOG.md'));
  const client = new ReleaseClient({ changelog: { projectChangelogs: { renderer } } });
  const { workspaceVersion } = await client.release({
    specifier: plan.specifier,
    firstRelease: plan.previous === null,
    dryRun: isDryRun,
    yes: true,
    skipPublish: true,
  });
  tell(`Version ${workspaceVersion}, tag sdk@${workspaceVersion}${isDryRun ? ' (dry run: nothing was changed)' : ''}`);
  if (isDryRun) tell(await presentFiles(root));
}

/** Sends the commit and the tag of a release where the tag is not yet; Nx does so only where it makes a release at GitHub. */
function push(root: string, { tag }: Release, tell: Tell): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('ls-remote', '--tags', 'origin', `refs/tags/${tag}`) !== '') return;
  tell(`Pushing ${tag}`);
  git('push', '--atomic', 'origin', `${tag}^{}:refs/heads/${RELEASED_BRANCH}`, `refs/tags/${tag}`);
}

/** Publishes a release, or writes what is to be published; one that is there already is left as it is. */
async function deliver(root: string, { tag, version }: Release, options: Options, tell: Tell): Promise<void> {
  const registry = new Registry(options.registry);
  if (registry.has(version)) {
    tell(`${tag} is in the registry already`);
    return;
  }
  await withReleasedTree(root, tag, async (tree) => {
    const tarball = await writeTarball(tree, root, options.tarball ?? join(tree, 'dist/sdk'));
    tell(presentTarball(tarball));
    if (options.publish) registry.publish(tarball.file);
  });
}

function assertReleasable(git: Git): void {
  if (!git.isClean()) throw new ReleaseError('There are changes that are not committed: commit or remove them first');
  const branch = git.branch();
  if (branch !== RELEASED_BRANCH) {
    throw new ReleaseError(`Releases are made of ${RELEASED_BRANCH}; this is ${branch === '' ? 'no branch' : branch}`);
  }
}

/** The one table of types, which the changelog's headings are in as well. */
function levelOfType(root: string): LevelOfType {
  const { release: config } = readJson<{ release: { conventionalCommits: { types: Types } } }>(root, 'nx.json');
  const types = Object.entries(config.conventionalCommits.types);
  return Object.fromEntries(types.map(([type, { semverBump }]) => [type, semverBump]));
}
type Types = Readonly<Record<string, { readonly semverBump: Level | 'none' }>>;

const versionOf = (root: string): string => readJson<{ version: string }>(root, 'libs/sdk/package.json').version;

function readJson<Content>(root: string, file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;
}
