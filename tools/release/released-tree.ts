import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = 'package-lock.json';

/**
 * Lends the files of a tag, with the packages that its lock file asks for, in a directory that is deleted afterwards:
 * what is published is what was tagged, whatever has come since.
 *
 * @param root - of the repository, whose packages are installed.
 */
export async function withReleasedTree<Result>(
  root: string,
  tag: string,
  work: (tree: string) => Promise<Result>,
): Promise<Result> {
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
