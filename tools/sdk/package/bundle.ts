import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Esbuild from 'esbuild';
import type * as Rollup from 'rollup';

const fromTsup = createRequire(createRequire(__filename).resolve('tsup'));

/**
 * Bundlers of users, dependencies of tsup. They are not bundled into this program, because they locate their binaries beside
 * themselves.
 */
export const esbuild = fromTsup('esbuild') as typeof Esbuild;
const rollup = fromTsup('rollup') as typeof Rollup;

/** Options with which esbuild bundles a program for browsers into one file. */
export const inOneFile = (directory: string, contents: string) =>
  ({
    stdin: { contents, resolveDir: directory, sourcefile: 'program.mjs' },
    absWorkingDir: directory,
    bundle: true,
    write: false,
    outfile: 'program.out.mjs',
    minify: true,
    treeShaking: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'silent',
  }) as const;

/** File of a bundle. */
interface BundledFile {
  readonly name: string;
  readonly code: string;
  /** False for code that is loaded by a dynamic `import()` only. */
  readonly isInitial: boolean;
}

/**
 * Bundles a program with Rollup, which splits it at dynamic imports like Vite and webpack.
 *
 * @param directory - project in which the package is installed.
 * @returns unminified ES modules, the program first.
 */
export async function bundleInFiles(directory: string, program: string): Promise<BundledFile[]> {
  const entry = join(directory, 'program.mjs');
  const installed = join(directory, 'node_modules/@droptrack/sdk');
  const project: Rollup.Plugin = {
    name: 'project',
    async resolveId(source, importer) {
      if (source === entry) return source;
      if (source === '@droptrack/sdk') return { id: join(installed, 'index.mjs'), moduleSideEffects: false };
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved?.id.startsWith(installed) ? { ...resolved, moduleSideEffects: false } : resolved;
    },
    load: (id) => (id === entry ? program : null),
  };
  const bundle = await rollup.rollup({ input: entry, plugins: [project] });
  const { output } = await bundle.generate({
    format: 'es',
    chunkFileNames: '[name].mjs',
    entryFileNames: '[name].mjs',
  });
  const files = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const initial = new Set<string>();
  const add = (name: string): void => {
    if (initial.has(name)) return;
    initial.add(name);
    files.find(({ fileName }) => fileName === name)?.imports.forEach(add);
  };
  files.filter(({ isEntry }) => isEntry).forEach(({ fileName }) => add(fileName));
  return files.map(({ fileName, code }) => ({ name: fileName, code, isInitial: initial.has(fileName) }));
}
