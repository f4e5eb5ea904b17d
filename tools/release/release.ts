import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseClient } from 'nx/release';
import { changelogEntryOf } from './changelog-entry';
import { presentFiles } from './files';
import { Git, type Release, RELEASED_BRANCH } from './git';
import type { Options } from './options';
import { type Level, type LevelOfType, type Plan, planRelease } from './plan';
import { ReleaseError } from './release-error';

type Tell = (words: string) => void;

/**
 * Releases the SDK, or what is left of a release that was interrupted.
 *
 * @param root - of the repository; also the current directory, where Nx looks for it.
 * @throws {ReleaseError} when the tree is not what would be released, or anything could not be sent.
 */
export async function release(root: string, options: Options, tell: Tell): Promise<void> {
  const git = new Git(root);
  if (!options.isDryRun) assertReleasable(git);
  const plan = planRelease(git, levelOfType(root), versionOf(root));
  if (plan !== null) return releasePlan(root, plan, options, tell);
  const last = git.lastRelease();
  tell(`Nothing to release: no commit after ${last?.tag} changes what users of the package would notice.`);
  if (last === null || options.isDryRun) return;
  // The package is that of the tag still, so what did not arrive can be sent from here.
  if (git.publishedCommits(last.tag).length === 0) await sendAgain(root, last, options, tell);
}

async function releasePlan(root: string, plan: Plan, options: Options, tell: Tell): Promise<void> {
  const { isDryRun, push, publish, registry } = options;
  const from = plan.previous === null ? 'first release' : `${plan.previous.tag}, then a ${plan.specifier} version`;
  tell(`@droptrack/sdk: ${from} (${plan.commits.size} commits that touch it)`);
  const renderer = changelogEntryOf(plan, join(root, 'libs/sdk/CHANGELOG.md'));
  const client = new ReleaseClient({ changelog: { projectChangelogs: { renderer } }, git: { push } });
  const { workspaceVersion } = await client.release({
    specifier: plan.specifier,
    firstRelease: plan.previous === null,
    dryRun: isDryRun,
    yes: true,
    skipPublish: true,
  });
  tell(`Version ${workspaceVersion}, tag sdk@${workspaceVersion}${isDryRun ? ' (dry run: nothing was changed)' : ''}`);
  if (isDryRun) tell(presentFiles(root));
  else if (publish) await publishPackage(registry);
}

/** A release that was made and perhaps not sent: what has arrived is left alone. */
async function sendAgain(root: string, { tag }: Release, { push, publish, registry }: Options, tell: Tell) {
  if (push) {
    tell(`Pushing ${tag} again`);
    execFileSync('git', ['push', '--atomic', 'origin', RELEASED_BRANCH, tag], { cwd: root, stdio: 'inherit' });
  }
  if (publish) await publishPackage(registry);
}

/** Builds the package and publishes the output; a version that is there already is left as it is. */
async function publishPackage(registry: string | null): Promise<void> {
  const results = await new ReleaseClient({}).releasePublish({ ...(registry !== null && { registry }) });
  if (Object.values(results).some(({ code }) => code !== 0)) {
    throw new ReleaseError('The package was not published; run the same command again once the cause is mended');
  }
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
