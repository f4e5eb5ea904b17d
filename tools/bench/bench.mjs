// What `npm run bench` runs. Builds what is measured (as `npm start` would), generates the client of the conventional
// service, bundles the benches to dist/tools/bench and runs them. Says nothing unless a step fails.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root, run } from '../build/run.mjs';
import { buildService } from '../build/service.mjs';

const outDir = join(root, 'dist', 'tools', 'bench');
const require = createRequire(import.meta.url);

/** As tools/db/generate.mjs does: a variable that names any file keeps Prisma from downloading an engine it does not use. */
function generateConventionalClient() {
  const prisma = join(dirname(require.resolve('prisma-cli/package.json')), 'build', 'index.js');
  const schema = join(root, 'tools/bench/conventional/schema.prisma');
  run([prisma, 'generate', '--no-hints', '--schema', schema], {
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: prisma,
  });
}

const source = (path) => join(root, 'tools/bench', path);

buildService();
generateConventionalClient();
await bundle(outDir, {
  main: source('main.ts'),
  load: source('load/main.ts'),
  'bare-server': source('http/bare-server.ts'),
  'redis-yardstick': source('limits/redis-yardstick.ts'),
  conventional: source('conventional/main.ts'),
  pass: source('pass/main.ts'),
  'poll-sources': source('polls/sources-main.ts'),
  'bare-polls': source('polls/bare-main.ts'),
  receivers: source('webhooks/receivers-main.ts'),
  'bare-deliveries': source('webhooks/bare-main.ts'),
  checks: source('lists/checks-main.ts'),
  'bare-look-up': source('lists/bare-look-up.ts'),
  'sdk-drops': source('sdk/drops-server.ts'),
  'sdk-client': source('sdk/sdk-main.ts'),
  'conventional-client': join(outDir, 'generated/client.ts'),
});
process.setSourceMapsEnabled(true);
require(join(outDir, 'main.cjs'));
