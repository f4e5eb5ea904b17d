import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CheckFailure } from '../sdk/check-runner';
import { checkFiles, checkImports } from '../sdk/package/check-package';
import { attw, publint } from '../sdk/package/linters';
import { packDirectory, presentTarball } from '../sdk/package/pack';
import { Git, type Tag } from './git';
import { ReleaseError } from './plan';
import { buildPackage } from './published';
import type { Options, Print } from './release';

const NAME = '@droptrack/sdk';
const LOCK = 'package-lock.json';

/** Publishes the version of a tag or writes its tarball, unless the registry has it. */
export async function deliver(root: string, tag: Tag, options: Options, print: Print): Promise<void> {
  const registry = options.registry === null ? [] : ['--registry', options.registry];
  if (isPublished(tag.version, registry)) {
    print(`${tag.tag} is in the registry already`);
    return;
  }
  const tarball = await tarballOf(root, tag, print);
  if (options.tarball !== null) {
    mkdirSync(options.tarball, { recursive: true });
    copyFileSync(tarball, join(options.tarball, basename(tarball)));
  }
  if (options.publish) publish(tarball, registry);
}

/** @throws {ReleaseError} if the registry does not respond. */
function isPublished(version: string, registry: readonly string[]): boolean {
  const args = ['view', `${NAME}@${version}`, 'version', '--json', '--prefer-online', ...registry];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  // npm prints nothing for an unknown version of a known package.
  if (status === 0) return stdout.trim() !== '';
  if (/\bE404\b/.test(stdout + stderr)) return false;
  throw new ReleaseError(`The registry did not report if it has ${NAME} ${version}:\n${stderr}`);
}

function publish(tarball: string, registry: readonly string[]): void {
  const args = ['publish', tarball, '--access', 'public', '--ignore-scripts', ...registry];
  if (spawnSync('npm', args, { stdio: 'inherit' }).status === 0) return;
  throw new ReleaseError('The package was not published; run the same command again after the cause is fixed');
}

/**
 * Builds, packs and checks the tarball of a tag in `dist/release/`, by commit and by the repository that is written into
 * it. A later call returns the same file, so a failed publication is repeated with the tarball that was checked.
 *
 * @throws {ReleaseError} with the violations.
 */
async function tarballOf(root: string, { tag }: Tag, print: Print): Promise<string> {
  const commit = new Git(root).commitOf(tag);
  const directory = join(root, 'dist/release', process.env['GITHUB_REPOSITORY'] ?? 'local', commit);
  const [present] = existsSync(directory) ? readdirSync(directory) : [];
  if (present !== undefined) return join(directory, present);
  try {
    return await withTree(root, tag, async (tree) => {
      const built = await buildPackage(tree);
      const tarball = await packDirectory(built, tree);
      await Promise.all([
        checkFiles(built),
        checkImports(built),
        publint(root, tarball.file),
        attw(root, tarball.file),
      ]);
      print(presentTarball(tarball));
      mkdirSync(directory, { recursive: true });
      copyFileSync(tarball.file, join(directory, basename(tarball.file)));
      return join(directory, basename(tarball.file));
    });
  } catch (error) {
    if (error instanceof CheckFailure) throw new ReleaseError(`The package cannot be published:\n${error.message}`);
    throw error;
  }
}

/**
 * Runs work in a temporary checkout of a tag, with the packages of its lock file: the published content is that of the tag,
 * whatever has changed since.
 */
async function withTree<Result>(root: string, tag: string, work: (tree: string) => Promise<Result>): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'droptrack-tag-'));
  const tree = join(scratch, 'tree');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, tag);
    if (git('diff', '--name-only', tag, 'HEAD', '--', LOCK) === '') {
      symlinkSync(realpathSync(join(root, 'node_modules')), join(tree, 'node_modules'), 'dir');
    } else {
      execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' });
    }
    return await work(tree);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}
