import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Root of the repository; found from the sources and from a bundle of them. */
export const ROOT = rootAbove(__dirname);

/** Entry of `@droptrack/sdk`. */
export const SDK_ENTRY = join(ROOT, 'libs/sdk/src/index.ts');
/** Entries of its subpaths. */
const SUBPATHS = ['claims', 'starknet', 'testing'].map((name) => join(ROOT, `libs/sdk/src/${name}.ts`));

/** The strictest options that users compile with, and the types of Node and of browsers. */
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

/** Texts of files that do not exist on disk, or that replace existing ones, by absolute path. */
type Overlay = ReadonlyMap<string, string>;

/**
 * Creates a program of the SDK and the files of an overlay.
 *
 * @param base - an earlier program, whose files are reused.
 */
export function sdkProgram(overlay: Overlay = new Map(), base?: ts.Program): ts.Program {
  const options = { ...OPTIONS, paths: pathAliases(), baseUrl: ROOT };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => overlay.has(path) || fileExists(path);
  host.readFile = (path) => overlay.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = overlay.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0]);
    return base?.getSourceFile(path) ?? getSourceFile(path, ...rest);
  };
  host.getCurrentDirectory = () => ROOT;
  return ts.createProgram([SDK_ENTRY, ...SUBPATHS, ...overlay.keys()], options, host);
}

function rootAbove(directory: string): string {
  return existsSync(join(directory, 'nx.json')) ? directory : rootAbove(dirname(directory));
}

/** Path aliases of the libraries that the SDK bundles. */
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
