#!/usr/bin/env node
// Runs the built command line, after building it when that is missing or older than the sources. Plain JavaScript with
// nothing but Node, because it runs before anything is built; without `?.` and `??`, so that an old Node can parse it and name
// the version that it needs.
require('./require-node.cjs')(require('../../../package.json').engines.node);
const { spawn } = require('node:child_process');
const { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../../..');
const dist = join(root, 'dist', 'apps');
const apps = ['cli', 'api', 'worker', 'explorer'];
const entries = apps.map((app) => join(dist, app, 'main.js'));
/** Line before the output of a finished task, which Nx prints at once. */
const READY = /^> nx run ([a-z]+):build\b/gm;
/** Modification time records the last build: builds that change nothing leave the entries as old as they were. */
const stamp = join(dist, 'built');
/** Inputs of a build. An image with only the built files lacks them, so its build is never outdated. */
const sources = [
  ...apps.map((app) => `apps/${app}`),
  ...['libs', 'prisma/schema.prisma', 'prisma/migrations', 'prisma/catalogue/drop.schema.json'],
  ...['prisma/recorded', 'prisma/sample', 'tools/db/generate.mjs', 'package-lock.json', 'tsconfig.base.json'],
  'docs/studies/hype-validity.svg',
];

/** Milliseconds since the epoch; 0 when there is no such file. */
function changedAt(file) {
  return (statSync(file, { throwIfNoEntry: false }) || { mtimeMs: 0 }).mtimeMs;
}

/** Time of the latest change below a path, among the inputs of a build. */
function latestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !isExcluded(name));
  return Math.max(0, ...entries.map((entry) => latestChange(join(path, entry.name))));
}

/** True for names that are no input of a build: tests, and the database client, which the build generates. */
function isExcluded(name) {
  return ['node_modules', 'dist', 'generated', 'test', 'coverage', 'bin'].includes(name) || /\.spec\.tsx?$/.test(name);
}

function isBuilt() {
  const built = Math.min(...entries.map(changedAt));
  if (built === 0) return false;
  return Math.max(built, changedAt(stamp)) >= Math.max(...sources.map((source) => latestChange(join(root, source))));
}

/** Builds, with a line for each part that is ready: a first build takes up to a minute. */
function build(then) {
  const isFirst = entries.some((entry) => changedAt(entry) === 0);
  process.stderr.write(`${isFirst ? 'Building Droptrack, for the first time' : 'The sources changed; building'} …\n`);
  const began = new Date();
  const nx = spawn(
    process.execPath,
    [locateNx(), 'run-many', '-t', 'build', '-p', apps.join(','), '--output-style=static'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' },
    },
  );
  let said = '';
  let shown = 0;
  const hear = (chunk) => {
    said += chunk;
    const ready = Array.from(said.matchAll(READY), (match) => match[1]);
    for (const app of ready.slice(shown)) process.stderr.write(`  ${app} is built\n`);
    shown = ready.length;
  };
  for (const stream of [nx.stdout, nx.stderr]) stream.setEncoding('utf8').on('data', hear);
  nx.on('error', ({ message }) => fail(`The build failed:\n${message}`));
  nx.on('close', (status) => {
    if (status !== 0) fail(`The build failed:\n${said.trim()}`);
    mkdirSync(dist, { recursive: true });
    writeFileSync(stamp, '');
    utimesSync(stamp, began, began);
    then();
  });
}

function locateNx() {
  try {
    return require.resolve('nx/bin/nx.js', { paths: [root] });
  } catch (_) {
    return fail(`Droptrack is not built, and what builds it is not installed. Run this first:\n  npm ci --include=dev`);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const run = () => void require(entries[0]);
if (isBuilt()) run();
else build(run);
