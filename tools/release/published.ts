import type { Metafile } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as ts from 'typescript';
import { mustRunNode } from '../sdk/command';

/** Content of the package: a commit that changes any of it counts for a release. */
export interface Published {
  /** Files of this repository, relative to its root. */
  readonly files: readonly string[];
  /** Packages whose versions count, as paths in the lock file, such as `node_modules/@noble/hashes`. */
  readonly packages: readonly string[];
}

/** Files that are copied into the package, and those that control its build. */
const BESIDE_THE_SOURCES = [
  'LICENSE',
  'libs/sdk/CHANGELOG.md',
  'libs/sdk/README.md',
  'libs/sdk/api.md',
  'libs/sdk/build/mark-pure.ts',
  'libs/sdk/build/without-sentences.ts',
  'libs/sdk/package.json',
  'libs/sdk/tsconfig.json',
  'libs/sdk/tsup.config.ts',
];

/** Packages that write the code and the types. */
export const BUILDERS: readonly string[] = ['node_modules/esbuild', 'node_modules/tsup', 'node_modules/typescript'];

/**
 * Reads the content of the package from the bundler and the compiler. A list of files would become outdated, and Nx's
 * project graph is too wide: a change of the list readers would release a client that has none
 * (docs/decisions/0024-what-counts-for-a-release.md).
 */
export async function readPublished(root: string): Promise<Published> {
  const { files, packages } = await bundledSources(root);
  return {
    files: [...new Set([...files, ...publishedTypes(root), ...BESIDE_THE_SOURCES])].sort(),
    packages: [...packages, ...BUILDERS],
  };
}

const PACKAGE = /^.*?(?<path>node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** Bundles the code into a temporary directory, and returns the sources with bytes in the output. */
async function bundledSources(root: string): Promise<Published> {
  const scratch = mkdtempSync(join(tmpdir(), 'droptrack-bundle-'));
  try {
    // Without types, and without the step that writes to dist/libs/sdk.
    await buildPackage(root, ['--metafile', '--out-dir', scratch, '--no-dts', '--no-clean', '--onSuccess', 'true']);
    const inputs = ['metafile-esm.json', 'metafile-cjs.json'].flatMap((name) => {
      const { outputs } = JSON.parse(readFileSync(join(scratch, name), 'utf8')) as Metafile;
      return Object.values(outputs).flatMap((output) =>
        Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
      );
    });
    return {
      files: sorted(inputs.filter((file) => !PACKAGE.test(file))),
      packages: sorted(inputs.flatMap((file) => PACKAGE.exec(file)?.groups?.['path'] ?? [])),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** Builds the package of a tree with the tree's own tools, by default into its `dist/libs/sdk`. */
export async function buildPackage(tree: string, options: readonly string[] = []): Promise<string> {
  const tsup = join(tree, 'node_modules/tsup/dist/cli-default.js');
  await mustRunNode([tsup, '--config', 'libs/sdk/tsup.config.ts', '--silent', ...options], { cwd: tree });
  return join(tree, 'dist/libs/sdk');
}

/**
 * Files with the published types: declarations of the exports, and all that they name. Bodies of functions do not count,
 * because they are not part of a declaration.
 */
function publishedTypes(root: string): string[] {
  const entry = join(root, 'libs/sdk/src/index.ts');
  const program = ts.createProgram([entry], compilerOptions(root));
  const source = program.getSourceFile(entry);
  const checker = program.getTypeChecker();
  const start = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (start === undefined) throw new TypeError(`${entry} is not a module`);

  const queue = checker.getExportsOfModule(start);
  const known = new Set<ts.Symbol>(queue);
  const files = new Set([entry]);
  const enqueue = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined || known.has(symbol)) return;
    known.add(symbol);
    queue.push(symbol);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isIdentifier(node)) enqueue(checker.getSymbolAtLocation(node));
    ts.forEachChild(node, visit);
  };
  for (let symbol = queue.pop(); symbol !== undefined; symbol = queue.pop()) {
    if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) enqueue(checker.getAliasedSymbol(symbol));
    for (const declaration of symbol.declarations ?? []) {
      const { fileName } = declaration.getSourceFile();
      if (fileName.includes('/node_modules/')) continue;
      files.add(fileName);
      // A module that a star export names: its declarations are enqueued by name.
      if (!ts.isSourceFile(declaration)) visit(declaration);
    }
  }
  return [...files].map((file) => relative(root, file)).sort();
}

function compilerOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'libs/sdk/tsconfig.json'), ts.sys.readFile) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'libs/sdk')).options;
}
