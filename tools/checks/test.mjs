// npm test, npm run test:heavy: runs a ring of tests of all projects through Nx, which restores the results of unchanged
// projects from its cache, and ends with one line of counts. With arguments, such as a path: Jest alone, with them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const [ring, ...jestArgs] = process.argv.slice(2);
const nx = require.resolve('nx/bin/nx.js');

function runNode(...args) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

function runJest() {
  const config = ring === 'heavy' ? 'jest.heavy.config.cjs' : 'jest.config.cjs';
  const status = runNode(nx, 'run', 'persistence:generate');
  return status || runNode(require.resolve('jest/bin/jest'), '-c', config, ...jestArgs);
}

function runProjects() {
  const reports = join(root, 'dist/reports', ring);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const status = runNode(nx, 'run-many', '-t', ring, '--output-style=static');
  const files = readdirSync(reports).map((name) => join(reports, name));
  return runNode(join(root, 'tools/checks/counts.mjs'), status === 0 ? '0' : '1', ...files);
}

process.exitCode = jestArgs.length > 0 ? runJest() : runProjects();
