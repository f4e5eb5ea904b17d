import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a TypeScript program of this repository, with its path aliases: Node 20
 * cannot by itself. It is bundled to dist/tools first, which takes 0.2 s.
 *
 * @param {string} entry path from the root, such as `tools/db/drift.ts`
 */
export async function runTypescript(entry) {
  const name = basename(entry, '.ts');
  const outDir = join(root, 'dist', 'tools');
  await build({
    config: false,
    silent: true,
    entry: { [name]: join(root, entry) },
    outDir,
    outExtension: () => ({ js: '.cjs' }),
    tsconfig: join(root, 'tools', 'tsconfig.json'),
    format: ['cjs'],
    target: 'node20',
    sourcemap: true,
    noExternal: [/^@droptrack\//],
  });
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(join(outDir, `${name}.cjs`));
}
