import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previousRelease } from './previous-release';

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
});
