import { join } from 'node:path';
import ts from 'typescript';
import { exportsOf } from '../sources/exports';
import { ROOT, sdkProgram } from '../sources/program';
import type { Snippet } from './snippet';

/** Declarations of names that snippets use without declaring them, as readers know them from the first snippet. */
const AMBIENT: Readonly<Record<string, string>> = {
  client: "declare const client: import('@droptrack/sdk').Droptrack;",
  apiKey: 'declare const apiKey: string;',
  baseUrl: 'declare const baseUrl: string;',
  wallets: 'declare const wallets: string[];',
  rawBody: 'declare const rawBody: string;',
  secret: 'declare const secret: string;',
  error: 'declare const error: unknown;',
};

/**
 * Compiles all snippets in one program, each as a module of its own.
 *
 * @param isComplete - true for a snippet that readers paste, which must import the exports of the SDK that it uses.
 * @param base - a program of the SDK, whose files are reused.
 * @returns the errors of the compiler, each with the position of the snippet and the line in it.
 */
export function compile(
  snippets: readonly Snippet[],
  isComplete: (snippet: Snippet) => boolean,
  base: ts.Program,
): string[] {
  const exported = new Set(exportsOf(base).map(({ name }) => name));
  const byPath = new Map(snippets.map((snippet, index) => [join(ROOT, 'libs/sdk', `snippet-${index}.ts`), snippet]));
  const overlay = [...byPath].map(([path, snippet]): [string, string] => [
    path,
    `${snippet.code}\n${additions(snippet.code, isComplete(snippet) ? new Set() : exported)}`,
  ]);
  const program = sdkProgram(new Map(overlay), base);
  return [...byPath].flatMap(([path, { where }]) => {
    const file = program.getSourceFile(path);
    const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return diagnostics.map(({ messageText, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${where}, its line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}

/** Imports and declarations that a snippet omits. They follow its code, so that its line numbers stay the same. */
function additions(code: string, exported: ReadonlySet<string>): string {
  const file = ts.createSourceFile('snippet.ts', code, ts.ScriptTarget.Latest, true);
  const { used, declared } = namesIn(file);
  const free = [...used].filter((name) => !declared.has(name));
  const imported = free.filter((name) => exported.has(name));
  return [
    'export {};',
    ...free.flatMap((name) => AMBIENT[name] ?? []),
    ...(imported.length === 0 ? [] : [`import { ${imported.join(', ')} } from '@droptrack/sdk';`]),
  ].join('\n');
}

function namesIn(file: ts.SourceFile): { used: Set<string>; declared: Set<string> } {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isName = 'name' in parent && parent.name === node;
      const isBound = isName && !ts.isPropertyAccessExpression(parent) && !ts.isObjectLiteralElement(parent);
      (isBound ? declared : used).add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { used, declared };
}
