import type { Plugin } from 'esbuild';
import { esbuild } from './bundler';

/**
 * What code imports that is not a file beside it: any package, and any part of Node. Found by a bundler, so text and
 * comments that only look like imports are none.
 *
 * @param directory - of the package.
 * @param entry - file in it, such as `index.mjs`.
 */
export async function foreignImports(directory: string, entry: string): Promise<string[]> {
  const found = new Set<string>();
  const collect: Plugin = {
    name: 'collect',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return undefined;
        found.add(path);
        return { path, external: true };
      });
    },
  };
  await esbuild.build({
    absWorkingDir: directory,
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [collect],
  });
  return [...found].sort();
}
