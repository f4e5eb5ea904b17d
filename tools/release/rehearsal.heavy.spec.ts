import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalRegistry, startLocalRegistry } from './local-registry';

const ROOT = join(__dirname, '../..');
const TIMEOUT_MS = 300_000;

// All steps of a release except the signature, on a clone, with a temporary origin and registry: a published version cannot
// be changed, so errors must show here.
describe('a release', () => {
  let scratch = '';
  let clone = '';
  let registry: LocalRegistry;

  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: 'pipe', env: process.env }).trim();
  const commit = (subject: string, file: string): void => {
    appendFileSync(join(clone, file), `\n// ${subject}\n`);
    git('commit', '--quiet', '--all', '-m', subject);
  };
  const env = () => ({
    ...process.env,
    ...registry.env,
    FORCE_COLOR: '0',
    NX_DAEMON: 'false',
    GITHUB_REPOSITORY: 'a/b',
    npm_config_fetch_retries: '0',
  });
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe', env: env() });
  const release = (...args: string[]): { code: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/release/release.mjs', ...args], {
      cwd: clone,
      encoding: 'utf8',
      env: env(),
    });
    return { code: status, output: stdout + stderr };
  };
  const publish = () => release('--push', '--publish', '--registry', registry.url);
  const atOrigin = (name: string) => git('ls-remote', 'origin', name).split('\t')[0];
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
  const changelog = () => readFileSync(join(clone, 'libs/sdk/CHANGELOG.md'), 'utf8');
  /** Installs from the registry into an empty project and loads the package as CommonJS and as ESM. */
  const install = (version: string): string[] => {
    const project = join(scratch, `project-${version}`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}');
    npm(project, 'install', '--no-audit', '--no-fund', `@droptrack/sdk@${version}`);
    const client = "new Droptrack({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1' })";
    const run = (code: string, type: string) =>
      execFileSync(process.execPath, [`--input-type=${type}`, '--eval', code], { cwd: project, encoding: 'utf8' });
    run(`const { Droptrack } = require('@droptrack/sdk'); ${client}`, 'commonjs');
    run(`import { Droptrack } from '@droptrack/sdk'; ${client}`, 'module');
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@droptrack/sdk/package.json'), 'utf8'));
    return [manifest.version, manifest.repository?.url];
  };

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'droptrack-release-'));
    clone = join(scratch, 'clone');
    execFileSync('git', ['clone', '--quiet', '--local', ROOT, clone], { stdio: 'pipe' });
    for (const packages of ['node_modules', 'tools/sdk/packages/node_modules']) {
      symlinkSync(join(ROOT, packages), join(clone, packages), 'dir');
    }
    git('checkout', '--quiet', '-B', 'main');
    git('init', '--quiet', '--bare', '--initial-branch=main', join(scratch, 'origin.git'));
    git('remote', 'set-url', 'origin', join(scratch, 'origin.git'));
    appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
    const settings = {
      'user.name': 'Test',
      'user.email': 'test@localhost',
      'commit.gpgsign': 'false',
      'tag.gpgsign': 'false',
    };
    for (const [name, value] of Object.entries(settings)) git('config', name, value);
    for (const tag of git('tag', '--list', 'sdk@*').split('\n').filter(Boolean)) git('tag', '--delete', tag);
    for (const [file, at] of [
      ['libs/sdk/package.json', []],
      ['package-lock.json', ['packages', 'libs/sdk']],
    ] as const) {
      const content = JSON.parse(readFileSync(join(clone, file), 'utf8'));
      at.reduce((part, name) => part[name], content).version = '0.1.0';
      writeFileSync(join(clone, file), `${JSON.stringify(content, null, 2)}\n`);
    }
    if (git('status', '--porcelain') !== '') git('commit', '--quiet', '--all', '-m', 'chore: begin at 0.1.0');
    git('push', '--quiet', '--set-upstream', 'origin', 'main');
    registry = await startLocalRegistry(ROOT, join(scratch, 'registry'));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await registry?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  it(
    'starts with the version of package.json',
    () => {
      const { code, output } = publish();
      expect([code, output]).toEqual([0, expect.stringContaining('Version 0.1.0, tag sdk@0.1.0')]);
      expect(git('describe', '--exact-match')).toBe('sdk@0.1.0');
      expect(git('status', '--porcelain')).toBe('');
      expect([atOrigin('refs/heads/main'), atOrigin('refs/tags/sdk@0.1.0^{}')]).toEqual(
        Array(2).fill(git('rev-parse', 'HEAD')),
      );
      expect(changelog()).toMatch(/^## 0\.1\.0 \(\d{4}-\d\d-\d\d\)\n\nThe first version/);
      expect(install('0.1.0')).toEqual(['0.1.0', 'git+https://github.com/a/b.git']);
    },
    TIMEOUT_MS,
  );

  it(
    'is not made twice, nor for a change outside of the package',
    () => {
      const before = state();
      expect(publish().output).toMatch(/Nothing to release[^]*sdk@0\.1\.0 is in the registry already/);
      commit('feat(cli): print more', 'apps/cli/src/main.ts');
      expect(publish().output).toMatch(/Nothing to release[^]*sdk@0\.1\.0 is in the registry already/);
      expect(state().slice(1)).toEqual(before.slice(1));
    },
    TIMEOUT_MS,
  );

  it(
    'is rejected with uncommitted changes, and on another branch',
    () => {
      appendFileSync(join(clone, 'README.md'), '\n');
      expect(release()).toMatchObject({ code: 1, output: expect.stringContaining('not committed') });
      git('checkout', '--quiet', 'README.md');
      git('switch', '--quiet', '--create', 'other');
      expect(release()).toMatchObject({ code: 1, output: expect.stringContaining('this is other') });
      git('switch', '--quiet', 'main');
    },
    TIMEOUT_MS,
  );

  it(
    'shows a patch version after a fix, with changelog, tag and files, and changes nothing',
    () => {
      commit('fix(sdk): correct the iteration', 'libs/sdk/src/index.ts');
      const before = state();
      const { code, output } = release('--dry-run');
      expect(code).toBe(0);
      expect(output).toContain('Version 0.1.1, tag sdk@0.1.1');
      expect(output).toMatch(/\+ ### Fixes[^]*\+ - \*\*sdk:\*\* correct the iteration/);
      expect(output).toMatch(/^ {2}index\.mjs +[\d.]+ kB$/m);
      expect(state()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  // The registry fails once, and the package changes before the next attempt. The tagged version would never be published,
  // because no later commit requires a version.
  it(
    'publishes the tagged content after a failure, although the package has changed since',
    () => {
      const target = join(scratch, 'tarball');
      expect(release('--push', '--publish', '--registry', 'http://127.0.0.1:1').code).toBe(1);
      expect(git('describe', '--exact-match')).toBe('sdk@0.1.1');
      const released = git('rev-parse', 'HEAD');
      commit('docs(sdk): explain a later change', 'libs/sdk/README.md');
      expect(release('--tarball', target, '--registry', registry.url).code).toBe(0);
      expect(readdirSync(target)).toEqual(['droptrack-sdk-0.1.1.tgz']);
      expect(publish()).toMatchObject({ code: 0, output: expect.stringContaining('Nothing to release') });
      expect(atOrigin('refs/heads/main')).toBe(released);
      expect(install('0.1.1')[0]).toBe('0.1.1');
      const readme = readFileSync(join(scratch, 'project-0.1.1/node_modules/@droptrack/sdk/README.md'), 'utf8');
      expect(readme).not.toContain('explain a later change');
      expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'is a minor version after a feature of a library that is in the package',
    () => {
      commit('feat(scoring): change the weights', 'libs/scoring/src/hype-rules.ts');
      commit('test(sdk): test more', 'libs/sdk/src/client.spec.ts');
      const { code, output } = publish();
      expect([code, output]).toEqual([0, expect.stringContaining('Version 0.2.0, tag sdk@0.2.0')]);
      expect(git('log', '-1', '--format=%s')).toBe('chore(release): @droptrack/sdk 0.2.0');
      expect(git('diff', '--name-only', 'HEAD~').split('\n')).toEqual([
        'libs/sdk/CHANGELOG.md',
        'libs/sdk/package.json',
        'package-lock.json',
      ]);
      expect(git('diff', '--numstat', 'HEAD~', '--', 'package-lock.json')).toMatch(/^1\t1\t/);
      expect(git('describe', '--exact-match')).toBe('sdk@0.2.0');
      const entry = changelog().slice(0, changelog().indexOf('## 0.1.1'));
      expect(entry.replace(/\(\d.*\)/, '(date)')).toBe(
        '## 0.2.0 (date)\n\n### Features\n\n- **scoring:** change the weights\n\n',
      );
      execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--check', 'libs/sdk'], { cwd: clone });
      expect(install('latest')[0]).toBe('0.2.0');
    },
    TIMEOUT_MS,
  );

  // 1.0.0 is a decision of the maintainers.
  it(
    'is a minor version for a breaking change before 1.0.0, with a heading in the changelog',
    () => {
      commit('feat(sdk)!: rename a method', 'libs/sdk/src/index.ts');
      const { output } = release('--dry-run');
      expect(output).toContain('Version 0.3.0, tag sdk@0.3.0');
      expect(output).toContain('Breaking Changes');
    },
    TIMEOUT_MS,
  );
});
