#!/usr/bin/env node
// Runs the built command line, and builds it before when it is missing or older than the sources. Plain JavaScript with
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
/** Modification time records the last build: builds that change nothing leave the entries as old as they were. */
const stamp = join(dist, 'built');
/** Inputs of a build. An image with only the built files lacks them, so its build is never outdated. */
const sources = [
  ...apps.map((app) => `apps/${app}`),
  ...['libs', 'prisma/schema.prisma', 'prisma/migrations', 'prisma/catalogue/drop.schema.json'],
  ...[
    'prisma/recorded',
    'prisma/sample',
    'tools/build',
    'tools/db/generate.mjs',
    'package-lock.json',
    'tsconfig.base.json',
  ],
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

/**
 * Builds, and runs the command line as soon as it is built itself: `up` creates its database while the other programs are built.
 * A property of the process carries the promise of the rest, as both are one process and nothing of the other is loaded yet.
 */
function build() {
  assertInstalled();
  const isFirst = entries.some((entry) => changedAt(entry) === 0);
  process.stderr.write(`${isFirst ? 'Building Droptrack, for the first time' : 'The sources changed; building'} …\n`);
  const began = new Date();
  const builder = spawn(process.execPath, [join(root, 'tools/build/programs.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C would make it fail; it ends within seconds.
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise((resolve) => {
    builder.on('error', ({ message }) => resolve(message));
    builder.on('close', (status) => resolve(status === 0 ? null : said.trim()));
  });
  let said = '';
  let isRunning = false;
  builder.stderr.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  builder.stdout.setEncoding('utf8').on('data', () => {
    if (!isRunning) run();
    isRunning = true;
  });
  process.droptrackBuilt = ended.then((fault) => {
    if (fault !== null) throw new Error(fault);
    mkdirSync(dist, { recursive: true });
    writeFileSync(stamp, '');
    utimesSync(stamp, began, began);
  });
  process.droptrackBuilt.catch(({ message }) => {
    process.stderr.write(`The build failed:\n${message}\n`);
    process.once('exit', () => (process.exitCode = 1));
  });
}

function assertInstalled() {
  try {
    require.resolve('tsup', { paths: [root] });
  } catch (_) {
    fail(`Droptrack is not built, and what builds it is not installed. Run this first:\n  npm ci --include=dev`);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const run = () => void require(entries[0]);
if (isBuilt()) run();
else build();
