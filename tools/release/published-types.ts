import { join, relative } from 'node:path';
import * as ts from 'typescript';

/**
 * Files of ours that the types of the package are written in: those that declare what `index.ts` exports, and all that
 * is named by that, but in the bodies of functions, which no declaration shows.
 *
 * @param root - of the repository; the files are told from there.
 */
export function publishedTypes(root: string): string[] {
  const entry = join(root, 'libs/sdk/src/index.ts');
  const program = ts.createProgram([entry], optionsIn(root));
  const source = program.getSourceFile(entry);
  const checker = program.getTypeChecker();
  const start = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (start === undefined) throw new TypeError(`${entry} is no module`);

  const waiting = checker.getExportsOfModule(start);
  const known = new Set<ts.Symbol>(waiting);
  const files = new Set([entry]);
  const meet = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined || known.has(symbol)) return;
    known.add(symbol);
    waiting.push(symbol);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isIdentifier(node)) meet(checker.getSymbolAtLocation(node));
    ts.forEachChild(node, visit);
  };
  for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
    if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) meet(checker.getAliasedSymbol(symbol));
    for (const declaration of symbol.declarations ?? []) {
      const { fileName } = declaration.getSourceFile();
      if (fileName.includes('/node_modules/')) continue;
      files.add(fileName);
      // A module is met where a star exports it: what it declares is met by name.
      if (!ts.isSourceFile(declaration)) visit(declaration);
    }
  }
  return [...files].map((file) => relative(root, file)).sort();
}

function optionsIn(root: string): ts.CompilerOptions {
  const file = join(root, 'libs/sdk/tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'libs/sdk')).options;
}
