import { join } from 'node:path';
import { build } from 'tsup';
import { root } from './run.mjs';

/**
 * Bundles programs of ours, each with the libraries of this repository and a source map.
 *
 * @param outDir - where they go, as `.cjs`.
 * @param entry - file of each, by the name it gets.
 */
export async function bundle(outDir, entry) {
  // tsup takes what not to bundle from the package.json of the current directory.
  process.chdir(root);
  await build({
    config: false,
    silent: true,
    entry,
    outDir,
    outExtension: () => ({ js: '.cjs' }),
    tsconfig: join(root, 'tools', 'tsconfig.json'),
    format: ['cjs'],
    target: 'node20',
    sourcemap: true,
    noExternal: [/^@droptrack\//],
    // As they find files of their own beside them.
    external: ['typescript', 'prettier', 'nx'],
  });
}
