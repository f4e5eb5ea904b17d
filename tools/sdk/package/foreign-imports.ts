import type * as Esbuild from 'esbuild';
import { esbuild } from './bundle';

/**
 * Imports that are not files of the package: other packages and modules of Node. A bundler finds them, so strings and
 * comments that look like imports do not count.
 *
 * @param entry - file in the directory of the package, such as `index.mjs`.
 */
export async function foreignImports(directory: string, entry: string): Promise<string[]> {
  const found = new Set<string>();
  const collect: Esbuild.Plugin = {
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
