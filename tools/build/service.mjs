import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const require = createRequire(import.meta.url);

/** Builds API and command line if they are older than their sources, by the rule of the command line. */
export function buildService() {
  run([join(root, 'apps/cli/bin/droptrack.cjs'), '--version']);
  if (existsSync(join(root, 'libs/persistence/src/generated/client.ts'))) return;
  run([require.resolve('nx/bin/nx.js'), 'run', 'persistence:generate']);
}
