// Generates the Prisma client into libs/persistence/src/generated. Works offline and is silent unless it fails.
//
// The CLI wants to download a schema engine, which its npm package lacks, though generating does not use it. A variable
// that names any existing file ends the search (docs/decisions). CHECKPOINT_DISABLE turns its telemetry off.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma-cli/package.json')), 'build', 'index.js');

const { status, stdout, stderr, error } = spawnSync(
  process.execPath,
  [cli, 'generate', '--no-hints', '--schema', join(root, 'prisma', 'schema.prisma')],
  {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      PRISMA_SCHEMA_ENGINE_BINARY: cli,
    },
  },
);
if (status !== 0) {
  console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  process.exit(1);
}
