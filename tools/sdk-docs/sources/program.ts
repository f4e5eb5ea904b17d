import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Folder of the repository, from the sources and from a bundle of them. */
export const ROOT = rootAbove(__dirname);

/** What everybody who imports `@droptrack/sdk` gets. */
export const SDK_ENTRY = join(ROOT, 'libs/sdk/src/index.ts');

/** Strict, as the most careful of users compile, with Node's types and a browser's; ours are read as sources. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Files that are on no disk, or that take the place of what is there: text by absolute path. */
export type Overlay = ReadonlyMap<string, string>;

/**
 * The SDK as the compiler sees it, and with it whatever the overlay holds.
 *
 * @param before - a program made here earlier: what both have in common is not read again.
 */
export function sdkProgram(overlay: Overlay = new Map(), before?: ts.Program): ts.Program {
  const options = { ...OPTIONS, paths: pathAliases(), baseUrl: ROOT };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => overlay.has(path) || fileExists(path);
  host.readFile = (path) => overlay.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = overlay.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0]);
    return before?.getSourceFile(path) ?? getSourceFile(path, ...rest);
  };
  host.getCurrentDirectory = () => ROOT;
  return ts.createProgram([SDK_ENTRY, ...overlay.keys()], options, host);
}

function rootAbove(directory: string): string {
  return existsSync(join(directory, 'nx.json')) ? directory : rootAbove(dirname(directory));
}

/** The aliases of the repository, by which the SDK finds what it bundles. */
function pathAliases(): Record<string, string[]> {
  const file = join(ROOT, 'tsconfig.base.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as {
    config: { compilerOptions: { paths: Record<string, string[]> } };
  };
  return Object.fromEntries(
    Object.entries(config.compilerOptions.paths).map(([alias, paths]) => [
      alias,
      paths.map((path) => join(dirname(file), path)),
    ]),
  );
}
