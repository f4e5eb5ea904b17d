// What `npm run bench` runs. Builds what is measured (as `npm start` would), generates the client of the conventional
// service, bundles the benches to dist/tools/bench and runs them. Says nothing unless a step fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outDir = join(root, 'dist', 'tools', 'bench');
const require = createRequire(import.meta.url);

function run(args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', ...env },
  });
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  process.exit(1);
}

/** Brings API and command line up to date: the command line's own rule for when they are too old. */
function buildService() {
  run([join(root, 'apps/cli/bin/droptrack.cjs'), '--version']);
  if (existsSync(join(root, 'libs/persistence/src/generated/client.ts'))) return;
  run([require.resolve('nx/bin/nx.js'), 'run', 'persistence:generate']);
}

/** As tools/db/generate.mjs does: a variable that names any file keeps Prisma from downloading an engine it does not use. */
function generateConventionalClient() {
  const prisma = join(dirname(require.resolve('prisma/package.json')), 'build', 'index.js');
  const schema = join(root, 'tools/bench/conventional/schema.prisma');
  run([prisma, 'generate', '--no-hints', '--schema', schema], {
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: prisma,
  });
}

async function bundle() {
  const source = (path) => join(root, 'tools/bench', path);
  await build({
    config: false,
    silent: true,
    entry: {
      main: source('main.ts'),
      load: source('load/main.ts'),
      'bare-server': source('http/bare-server.ts'),
      'redis-yardstick': source('limits/redis-yardstick.ts'),
      conventional: source('conventional/main.ts'),
      pass: source('pass/main.ts'),
      'conventional-client': join(outDir, 'generated/client.ts'),
    },
    outDir,
    outExtension: () => ({ js: '.cjs' }),
    tsconfig: join(root, 'tools', 'tsconfig.json'),
    format: ['cjs'],
    target: 'node20',
    sourcemap: true,
    noExternal: [/^@droptrack\//],
  });
}

// tsup takes what not to bundle from the package.json of the current directory.
process.chdir(root);
buildService();
generateConventionalClient();
await bundle();
process.setSourceMapsEnabled(true);
require(join(outDir, 'main.cjs'));
