// The program of `npm run bench`: builds the service (as `npm start` does), generates the client of the conventional
// service, bundles the benches to dist/tools/bench and runs them. Prints nothing of that unless a step fails.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root, run } from '../build/run.mjs';
import { buildService } from '../build/service.mjs';

const outDir = join(root, 'dist', 'tools', 'bench');
const require = createRequire(import.meta.url);

/** As in tools/db/generate.mjs: with a variable that names any file Prisma downloads no engine. */
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
  'bare-server': source('yardsticks/bare-server.ts'),
  'redis-route': source('yardsticks/redis-route.ts'),
  'wallet-look-up': source('yardsticks/wallet-look-up.ts'),
  'range-scan': source('yardsticks/range-scan.ts'),
  conventional: source('conventional/main.ts'),
  'conventional-client': join(outDir, 'generated/client.ts'),
  pass: source('pass-main.ts'),
  'poll-sources': source('polls/sources-main.ts'),
  'bare-polls': source('polls/bare-polls-main.ts'),
  'campaigns-node': source('campaigns/node-main.ts'),
  receivers: source('webhooks/receivers-main.ts'),
  'bare-deliveries': source('webhooks/bare-deliveries-main.ts'),
  allocations: source('parquet/allocations-server.ts'),
  'stream-clients': source('stream/clients-main.ts'),
  'bare-broadcast': source('stream/bare-broadcast-main.ts'),
  'sdk-drops': source('sdk/drops-server.ts'),
  'sdk-client': source('sdk/client-main.ts'),
});
process.setSourceMapsEnabled(true);
require(join(outDir, 'main.cjs'));
