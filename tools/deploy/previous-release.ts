import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Programs of an earlier commit. */
export interface BuiltRelease {
  /** Directory of its migrations. */
  readonly migrations: string;
  readonly program: (app: 'api' | 'worker') => string;
  remove(): void;
}

/**
 * Commit of the release before: the newest tag `v…`, or, before the first, the last commit without the newest migration.
 *
 * @returns null in a clone without that commit.
 */
export function previousRelease(): string | null {
  try {
    const [tag] = git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n');
    if (tag !== undefined && tag !== '') return git('rev-parse', `${tag}^{commit}`);
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'prisma/migrations');
    return git('rev-parse', '--verify', `${newest}^`);
  } catch {
    return null;
  }
}

/** Builds the programs of a commit in a working tree of its own, with the packages that are installed here. */
export function buildRelease(commit: string): BuiltRelease {
  const folder = join(mkdtempSync(join(tmpdir(), 'droptrack-release-')), 'tree');
  git('worktree', 'add', '--detach', folder, commit);
  const remove = (): void => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const run = (...args: readonly string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
    run('tools/db/generate.mjs');
    for (const app of ['api', 'worker']) {
      run('node_modules/tsup/dist/cli-default.js', '--config', `apps/${app}/tsup.config.ts`);
    }
  } catch (error) {
    remove();
    throw error;
  }
  const program = (app: 'api' | 'worker'): string => join(folder, 'dist/apps', app, 'main.js');
  return { migrations: join(folder, 'prisma/migrations'), program, remove };
}
