import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Programs of an earlier commit. */
export interface BuiltRelease {
  /** Directory of its migrations. */
  readonly migrations: string;
  readonly program: (app: 'api' | 'worker') => string;
  remove(): void;
}

/**
 * Commit of the release before: that of the last tag `v…` before this commit, which may have one itself; before the first,
 * the last commit without the newest migration.
 *
 * @returns null in a clone without that commit.
 */
export function previousRelease(clone = ROOT): string | null {
  const commitOf = (revision: string): string => git(clone, 'rev-parse', '--verify', `${revision}^{commit}`);
  const lastTag = () => git(clone, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  const newestMigration = () => git(clone, 'log', '-1', '--format=%H', '--diff-filter=A', '--', 'prisma/migrations');
  for (const find of [lastTag, () => `${newestMigration()}^`]) {
    try {
      return commitOf(find());
    } catch {
      // Git knows none.
    }
  }
  return null;
}

/**
 * Installs the packages of a working tree: those of this clone if both lock the same, else its own. An older commit needs
 * packages, and versions of them, that this one does not have.
 *
 * @param clone - with installed packages.
 * @param install - installs the packages that a tree locks.
 */
export function providePackages(tree: string, clone = ROOT, install = installLocked): void {
  const lockOf = (directory: string): string => readFileSync(join(directory, 'package-lock.json'), 'utf8');
  if (lockOf(tree) === lockOf(clone)) symlinkSync(join(clone, 'node_modules'), join(tree, 'node_modules'));
  else install(tree);
}

function installLocked(tree: string): void {
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...options], { cwd: tree, stdio: 'pipe' });
}

/** Builds the programs of a commit in a working tree of its own. */
export function buildRelease(commit: string): BuiltRelease {
  const folder = join(mkdtempSync(join(tmpdir(), 'droptrack-release-')), 'tree');
  const remove = (): void => {
    rmSync(join(folder, '..'), { recursive: true, force: true });
    git(ROOT, 'worktree', 'prune');
  };
  try {
    git(ROOT, 'worktree', 'add', '--detach', folder, commit);
    providePackages(folder);
    const run = (...args: readonly string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
    run('tools/db/generate.mjs');
    if (existsSync(join(folder, 'tools/build/programs.mjs'))) run('tools/build/programs.mjs', 'api', 'worker');
    else {
      // Older commits have a configuration of tsup for each program.
      for (const app of ['api', 'worker']) {
        run('node_modules/tsup/dist/cli-default.js', '--config', `apps/${app}/tsup.config.ts`);
      }
    }
  } catch (error) {
    remove();
    throw error;
  }
  const program = (app: 'api' | 'worker'): string => join(folder, 'dist/apps', app, 'main.js');
  return { migrations: join(folder, 'prisma/migrations'), program, remove };
}
