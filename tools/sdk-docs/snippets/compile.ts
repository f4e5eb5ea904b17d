import { join } from 'node:path';
import ts from 'typescript';
import { exportsOf } from '../sources/exports';
import { ROOT, sdkProgram } from '../sources/program';
import { AMBIENT } from './ambient';
import type { Snippet } from './snippet';

/**
 * Compiles all snippets in one program, each a module of its own.
 *
 * @param isComplete - whether a snippet has to import by itself what it uses of the SDK, as one that is pasted.
 * @param before - a program of the SDK, to be gone on from.
 * @returns what the compiler says, each with the snippet's place and the line in it.
 */
export function compile(
  snippets: readonly Snippet[],
  isComplete: (snippet: Snippet) => boolean,
  before: ts.Program,
): string[] {
  const exported = new Set(exportsOf(before).map(({ name }) => name));
  const byPath = new Map(snippets.map((snippet, index) => [join(ROOT, 'libs/sdk', `snippet-${index}.ts`), snippet]));
  const overlay = [...byPath].map(([path, snippet]): [string, string] => [
    path,
    `${snippet.code}\n${additions(snippet.code, isComplete(snippet) ? new Set() : exported)}`,
  ]);
  const program = sdkProgram(new Map(overlay), before);
  return [...byPath].flatMap(([path, { where }]) => {
    const file = program.getSourceFile(path);
    const said = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return said.map(({ messageText, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${where}, its line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}

/** What a snippet takes for granted. It comes last, so that lines keep their numbers. */
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
