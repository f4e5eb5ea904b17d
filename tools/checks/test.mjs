// npm test, npm run test:heavy: runs a ring of tests of all projects through Nx, which restores the results of unchanged
// projects from its cache, and ends with the counts and how many of them are of this run; --fresh uses no result of the cache.
// With arguments, such as a path: Jest alone, with them.
// npm run test:release: the third ring, by Jest alone, since its results depend on the programs of this machine. With CI set, a
// skipped test fails it: a release that was not tested must not pass.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const [ring, ...args] = process.argv.slice(2);
const isFresh = args.includes('--fresh');
const jestArgs = args.filter((arg) => arg !== '--fresh');
const startedAtMs = String(Date.now());
const nx = require.resolve('nx/bin/nx.js');

function runNode(...args) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

function runJest() {
  const config = ring === 'test' ? 'jest.config.cjs' : `jest.${ring}.config.cjs`;
  // The specs that need packages of toolsets, in the first ring of tests, are those of the types of the SDK.
  const toolsets = ring === 'test' ? ['tools/sdk-docs'] : [];
  const status =
    runNode(nx, 'run', 'persistence:generate') || runNode(join(root, 'tools/packages/install.mjs'), ...toolsets);
  return status || runNode(require.resolve('jest/bin/jest'), '-c', config, ...jestArgs);
}

function runRelease() {
  const report = join(root, 'dist/reports/release/all.json');
  rmSync(report, { force: true });
  mkdirSync(join(root, 'dist/reports/release'), { recursive: true });
  const programs = runNode(nx, 'run-many', '-t', 'build', '-p', 'api,worker,cli,explorer', '--output-style=static');
  process.env.DROPTRACK_TEST_PROGRAMS = join(root, 'dist/apps');
  const status =
    programs ||
    // The suite, which this ring runs on other versions of Node, needs them.
    runNode(join(root, 'tools/packages/install.mjs'), 'tools/sdk-docs') ||
    runNode(require.resolve('jest/bin/jest'), '-c', 'jest.release.config.cjs', '--json', `--outputFile=${report}`);
  const isUntested =
    process.env.CI && existsSync(report) && JSON.parse(readFileSync(report, 'utf8')).numPendingTests > 0;
  if (isUntested) console.error('tests were skipped; with CI set, they have to run');
  return runNode(join(root, 'tools/checks/counts.mjs'), status === 0 && !isUntested ? '0' : '1', startedAtMs, report);
}

function runProjects() {
  const reports = join(root, 'dist/reports', ring);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const fresh = isFresh ? ['--skip-nx-cache'] : [];
  const status = runNode(nx, 'run-many', '-t', ring, '--output-style=static', ...fresh);
  const files = readdirSync(reports).map((name) => join(reports, name));
  return runNode(join(root, 'tools/checks/counts.mjs'), status === 0 ? '0' : '1', startedAtMs, ...files);
}

if (jestArgs.length > 0) process.exitCode = runJest();
else process.exitCode = ring === 'release' ? runRelease() : runProjects();
