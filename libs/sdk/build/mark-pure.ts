import * as ts from 'typescript';

/** A module that acts when it is loaded, in a way that is not understood here. */
export class ActiveModuleError extends Error {
  override readonly name = 'ActiveModuleError';
}

/**
 * Marks the values that a module makes while it is loaded as ones that nobody misses who does not use them.
 *
 * The published package is one file, so `sideEffects: false` lets bundlers drop all of it or nothing: what it makes by
 * a call, such as the tables of a hash, would stay in every program. All of it is ours, or known to do nothing else.
 *
 * @param code - of an ES module as esbuild writes it: declarations at the top, and loops that fill tables.
 * @throws {ActiveModuleError} for any other statement at the top.
 */
export function markPure(code: string): string {
  const { statements } = ts.createSourceFile('index.mjs', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const values = new Map<string, ts.Expression>();
  const texts = new Map<ts.Node, string>();
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer === undefined) continue;
        values.set(name.getText(), initializer);
        if (acts(initializer)) texts.set(initializer, pure(initializer.getText()));
      }
    } else if (ts.isForStatement(statement)) {
      fill(statement, values, texts);
    } else if (!DECLARATIONS.has(statement.kind)) {
      throw new ActiveModuleError(`The module acts when it is loaded: ${statement.getText().slice(0, 200)}`);
    }
  }
  return rewritten(code, texts);
}

const DECLARATIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.EmptyStatement,
]);

const pure = (expression: string): string => `/* @__PURE__ */ (() => (${expression}))()`;

/** Whether a value is more than written down; what stands in a function or a class waits until it is called. */
function acts(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  return ACTS.has(node.kind) || ts.forEachChild(node, acts) === true;
}

const ACTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.BinaryExpression,
]);

/** Tables that a loop fills are made by it: its place takes a function that gives them all. */
function fill(loop: ts.Statement, values: ReadonlyMap<string, ts.Expression>, texts: Map<ts.Node, string>): void {
  const used = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    ts.forEachChild(node, collect);
  };
  collect(loop);
  const tables = [...values].filter(([name, value]) => used.has(name) && ts.isArrayLiteralExpression(value));
  if (tables.length === 0) throw new ActiveModuleError(`A loop fills no table: ${loop.getText().slice(0, 200)}`);
  const names = tables.map(([name]) => name).join(', ');
  const made = tables.map(([name, value]) => `const ${name} = ${value.getText()};`).join(' ');
  const filled = `filled${loop.getStart()}`;
  texts.set(loop, `function ${filled}() { ${made} ${loop.getText()} return { ${names} }; }`);
  for (const [name, value] of tables) texts.set(value, pure(`${filled}().${name}`));
}

/** The code with other texts in place of these nodes, none of which is part of another. */
function rewritten(code: string, texts: ReadonlyMap<ts.Node, string>): string {
  const inOrder = [...texts].sort(([a], [b]) => a.getStart() - b.getStart());
  let text = '';
  let at = 0;
  for (const [node, replacement] of inOrder) {
    text += code.slice(at, node.getStart()) + replacement;
    at = node.getEnd();
  }
  return text + code.slice(at);
}
