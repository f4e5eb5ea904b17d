import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previousRelease, providePackages } from './previous-release';

describe('the release before', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'droptrack-clone-'));
    git('init', '--quiet');
    mkdirSync(join(clone, 'prisma/migrations'), { recursive: true });
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: clone,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  /** Commits a file. @returns the commit. */
  const commit = (path: string): string => {
    writeFileSync(join(clone, path), '');
    git('add', '.');
    git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '-m', path);
    return git('rev-parse', 'HEAD');
  };

  it('is the last tag before this commit, also where this commit is a release', () => {
    const first = commit('a');
    git('tag', 'v0.1.0');
    git('tag', 'sdk@0.9.0');
    commit('b');
    expect(previousRelease(clone)).toBe(first);
    git('tag', '-a', 'v0.2.0', '-m', 'release');
    expect(previousRelease(clone)).toBe(first);
    const second = git('rev-parse', 'HEAD');
    commit('c');
    expect(previousRelease(clone)).toBe(second);
  });

  it('is, before the first, the last commit without the newest migration', () => {
    const before = commit('a');
    commit('prisma/migrations/1.sql');
    commit('b');
    expect(previousRelease(clone)).toBe(before);
  });

  it('is unknown in a clone without it', () => {
    commit('a');
    expect(previousRelease(clone)).toBeNull();
  });

  // An older commit may need a package that was removed since, or another version of one.
  it('uses the packages of the clone only if it locks the same ones', () => {
    const tree = join(clone, 'tree');
    for (const directory of ['tree', 'node_modules/some']) mkdirSync(join(clone, directory), { recursive: true });
    writeFileSync(join(clone, 'package-lock.json'), '{}');
    writeFileSync(join(tree, 'package-lock.json'), '{"older": true}');
    const installed: string[] = [];
    providePackages(tree, clone, (each) => installed.push(each));
    expect([installed, existsSync(join(tree, 'node_modules'))]).toEqual([[tree], false]);

    writeFileSync(join(tree, 'package-lock.json'), '{}');
    providePackages(tree, clone, (each) => installed.push(each));
    expect([installed, existsSync(join(tree, 'node_modules/some'))]).toEqual([[tree], true]);
  });
});
