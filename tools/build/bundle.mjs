import { join } from 'node:path';
import { build } from 'tsup';
import { root } from './run.mjs';

/**
 * Bundles tools into `.cjs` files, each with the libraries of this repository and a source map.
 *
 * @param entry - source files by the names of their bundles.
 */
export async function bundle(outDir, entry) {
  // tsup does not bundle the dependencies in the package.json of the current directory.
  process.chdir(root);
  await build({
    config: false,
    silent: true,
    entry,
    outDir,
    outExtension: () => ({ js: '.cjs' }),
    tsconfig: join(root, 'tsconfig.json'),
    format: ['cjs'],
    target: 'node20',
    sourcemap: true,
    noExternal: [/^@droptrack\//],
    // These packages read files beside their own.
    external: ['typescript', 'prettier', 'nx'],
  });
}
