import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from '../build/run.mjs';
import { lockedOf } from './locked.mjs';

/** The bundler that built the programs. */
const { build } = createRequire(createRequire(import.meta.url).resolve('tsup'))('esbuild');

/**
 * Lists the files of packages that programs can load: those that a bundler reaches from them by `import`, `require` and
 * `require.resolve` of literal names, by the rules of Node. Optional packages that production does not install are left out.
 *
 * @param {string[]} programs paths of built programs.
 * @returns {Promise<string[]>} paths from the root of the repository, sorted, each below `node_modules`.
 */
export async function tracePackages(programs) {
  const resolved = [];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: join(root, 'dist/unwritten'),
    write: false,
    bundle: true,
    metafile: true,
    platform: 'node',
    // By default a bundler prefers files that Node never loads.
    conditions: [],
    mainFields: ['main'],
    logLevel: 'error',
    plugins: [resolveAsNode(resolved)],
  });
  const files = [...Object.keys(metafile.inputs), ...resolved.map((path) => relative(root, path))];
  return [...new Set(files)].filter((file) => file.startsWith('node_modules/')).sort();
}

/** Leaves out what production does not install, and records the files whose paths the programs resolve in order to read them. */
function resolveAsNode(resolved) {
  const isRepeated = Symbol('repeated');
  return {
    name: 'resolve-as-node',
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === isRepeated) return undefined;
        const found = await bundler.resolve(path, { ...from, pluginData: isRepeated });
        if (found.errors.length > 0 || found.external || isOptional(from, found)) return { path, external: true };
        if (from.kind !== 'require-resolve') return found;
        resolved.push(found.path);
        return { path, external: true };
      });
    },
  };
}

/** True for a package of development that another one uses if it is there. */
const isOptional = (from, found) =>
  from.importer.includes('node_modules') && lockedOf(relative(root, found.path))?.dev === true;
