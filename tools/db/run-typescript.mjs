import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/run.mjs';

/**
 * Runs a TypeScript program of this repository, with its path aliases: Node 20
 * cannot by itself. It is bundled to dist/tools first, which takes 0.2 s.
 *
 * @param {string} entry path from the root, such as `tools/db/drift.ts`
 */
export async function runTypescript(entry) {
  const name = basename(entry, '.ts');
  const outDir = join(root, 'dist', 'tools');
  await bundle(outDir, { [name]: join(root, entry) });
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(join(outDir, `${name}.cjs`));
}
