import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const require = createRequire(import.meta.url);

/** Brings API and command line up to date: the command line's own rule for when they are too old. */
export function buildService() {
  run([join(root, 'apps/cli/bin/droptrack.cjs'), '--version']);
  if (existsSync(join(root, 'libs/persistence/src/generated/client.ts'))) return;
  run([require.resolve('nx/bin/nx.js'), 'run', 'persistence:generate']);
}
