import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Git } from './git';
import { type LevelOfType, levelOf, planRelease } from './plan';

const PUBLISHED = {
  files: ['libs/sdk/src/index.ts', 'libs/scoring/src/hype-rules.ts', 'libs/contracts/src/drop.ts'],
  packages: ['node_modules/@noble/hashes'],
};
const LEVELS: LevelOfType = { feat: 'minor', fix: 'patch', perf: 'patch', docs: 'none' };

describe('levelOf', () => {
  it.each([
    ['feat(sdk): list drops', '', 'minor'],
    ['feat(api,sdk): list drops', '', 'minor'],
    ['fix: list all', '', 'patch'],
    ['perf(scoring): sum once', '', 'patch'],
    ['docs(sdk): explain more', '', null],
    ['chore(release): @droptrack/sdk 0.2.0', '', null],
    ['constructor: unknown type', '', null],
    ['Merge branch "feat: a"', '', null],
    ['refactor(sdk)!: rename a member', '', 'major'],
    ['fix(sdk): rename a member', 'why\n\nBREAKING CHANGE: renamed to b', 'major'],
    ['fix(sdk): name it', 'This is not a BREAKING CHANGE: see docs', 'patch'],
  ])('%s (body %j) is %s', (subject, body, level) => {
    expect(levelOf({ subject, body }, LEVELS)).toBe(level);
  });
});

describe('planRelease', () => {
  let root = '';
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  let written = 0;
  const commit = (subject: string, file: string, content = String((written += 1))): string => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
    git('add', '.');
    git('commit', '--quiet', '-m', subject);
    return git('rev-parse', 'HEAD').trim();
  };
  const plan = () => planRelease(new Git(root), PUBLISHED, LEVELS, '0.1.0');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'droptrack-plan-'));
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@localhost');
    git('config', 'commit.gpgsign', 'false');
    commit('feat(sdk): begin', 'libs/sdk/src/index.ts');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('starts with the version of package.json, whatever the types of the commits', () => {
    expect(plan()).toMatchObject({ specifier: '0.1.0', previous: null });
  });

  // The package contains rules and contracts as well as the client.
  it.each([
    ['fix(sdk): correct', 'libs/sdk/src/index.ts', 'patch'],
    ['feat(scoring): weigh', 'libs/scoring/src/hype-rules.ts', 'minor'],
    ['feat(api): add a field to drops', 'libs/contracts/src/drop.ts', 'minor'],
    ['feat(sdk)!: rename', 'libs/sdk/src/index.ts', 'minor'],
  ])('counts %s', (subject, file, specifier) => {
    git('tag', 'sdk@0.1.0');
    const hash = commit(subject, file);
    expect(plan()).toMatchObject({ specifier, previous: { version: '0.1.0' }, commits: new Set([hash]) });
  });

  const lock = (versions: object) =>
    JSON.stringify({
      packages: Object.fromEntries(
        Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
      ),
    });

  // The package changes, although no file of this repository does.
  it('counts a new version of a bundled package, and of no other', () => {
    commit('build: begin', 'package-lock.json', lock({ '@noble/hashes': '1.0.0', zod: '1.0.0' }));
    git('tag', 'sdk@0.1.0');
    commit('fix: update zod', 'package-lock.json', lock({ '@noble/hashes': '1.0.0', zod: '1.0.1' }));
    expect(plan()).toBeNull();
    const hash = commit(
      'fix(deps): update hashes',
      'package-lock.json',
      lock({ '@noble/hashes': '1.0.1', zod: '1.0.1' }),
    );
    expect(plan()).toMatchObject({ specifier: 'patch', commits: new Set([hash]) });
  });

  it('counts compiler options, but not path aliases', () => {
    const compiler = (compilerOptions: object) => JSON.stringify({ compilerOptions });
    commit('build: begin', 'tsconfig.base.json', compiler({ target: 'a', paths: {} }));
    git('tag', 'sdk@0.1.0');
    commit('feat: a library', 'tsconfig.base.json', compiler({ target: 'a', paths: { b: ['b'] } }));
    expect(plan()).toBeNull();
    commit('fix: compile for more', 'tsconfig.base.json', compiler({ target: 'b', paths: { b: ['b'] } }));
    expect(plan()).toMatchObject({ specifier: 'patch' });
  });

  // At the time of the release the file has another name.
  it('counts a change of a file that was renamed later', () => {
    commit('feat(scoring): weigh', 'libs/scoring/src/weigh.ts');
    git('tag', 'sdk@0.1.0');
    const hash = commit('fix(scoring): correct the weights', 'libs/scoring/src/weigh.ts');
    git('mv', '--force', 'libs/scoring/src/weigh.ts', 'libs/scoring/src/hype-rules.ts');
    git('commit', '--quiet', '-m', 'refactor(scoring): rename a file');
    expect(plan()?.specifier).toBe('patch');
    expect(plan()?.commits).toContain(hash);
  });

  // Nx would count each of these, as they touch a project that the package depends on.
  it.each([
    ['fix(sdk): correct the test', 'libs/sdk/src/client.spec.ts'],
    ['feat(sdk): show more', 'libs/sdk/examples/walk.ts'],
    ['feat(eligibility): read tables', 'libs/eligibility/src/formats/table.ts'],
    ['fix(catalogue): fold', 'libs/catalogue/src/index.ts'],
    ['feat(api): need a package', 'package.json'],
    ['refactor(sdk): move', 'libs/sdk/src/index.ts'],
  ])('ignores %s', (subject, file) => {
    git('tag', 'sdk@0.1.0');
    commit(subject, file);
    expect(plan()).toBeNull();
  });

  it('plans a major version for a breaking change from 1.0.0 on, based on the highest version', () => {
    git('tag', 'sdk@0.9.0');
    git('tag', 'sdk@0.10.0');
    git('tag', 'sdk@1.0.0-rc.1');
    git('tag', 'v7.0.0');
    commit('feat(sdk)!: rename', 'libs/sdk/src/index.ts');
    expect(plan()).toMatchObject({ specifier: 'minor', previous: { version: '0.10.0' } });
    git('tag', 'sdk@1.0.0');
    commit('feat(sdk)!: rename again', 'libs/sdk/src/index.ts');
    expect(plan()).toMatchObject({ specifier: 'major' });
  });

  // A release of another line does not count for this branch.
  it('is based on releases among the ancestors only', () => {
    git('tag', 'sdk@0.1.0');
    git('switch', '--quiet', '--create', 'other');
    commit('feat(sdk): elsewhere', 'libs/sdk/src/index.ts');
    git('tag', 'sdk@0.2.0');
    git('switch', '--quiet', 'main');
    expect(plan()).toBeNull();
  });
});
