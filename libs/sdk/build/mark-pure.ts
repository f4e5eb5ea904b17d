import * as ts from 'typescript';

/** Module with a top-level side effect that {@link markPure} does not support. */
export class ActiveModuleError extends Error {
  override readonly name = 'ActiveModuleError';
}

/**
 * Marks the top-level values of a module as free of side effects, so that bundlers drop the unused ones.
 *
 * `sideEffects: false` lets bundlers drop only whole files of the published package. Without this mark, values of calls,
 * such as the tables of a hash, would stay in every program. All bundled code is known to be pure, so imports that only
 * run another file are removed.
 *
 * @param code - ES module as esbuild writes it: top-level declarations, and loops that fill tables.
 * @throws {ActiveModuleError} for other top-level statements.
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
        if (hasCall(initializer)) texts.set(initializer, pure(initializer.getText()));
      }
    } else if (ts.isImportDeclaration(statement) && statement.importClause === undefined) {
      texts.set(statement, '');
    } else if (ts.isForStatement(statement)) {
      fill(statement, values, texts);
    } else if (!DECLARATIONS.has(statement.kind)) {
      throw new ActiveModuleError(`The module has a top-level side effect: ${statement.getText().slice(0, 200)}`);
    }
  }
  return rewrite(code, texts);
}

const DECLARATIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.EmptyStatement,
]);

const pure = (expression: string): string => `/* @__PURE__ */ (() => (${expression}))()`;

/** Detects an expression with calls. Bodies of functions and classes do not count, as they run later. */
function hasCall(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  return CALLS.has(node.kind) || ts.forEachChild(node, hasCall) === true;
}

const CALLS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.BinaryExpression,
]);

/** Replaces a loop that fills tables by a function that creates and returns them. */
function fill(loop: ts.Statement, values: ReadonlyMap<string, ts.Expression>, texts: Map<ts.Node, string>): void {
  const used = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    ts.forEachChild(node, collect);
  };
  collect(loop);
  const tables = [...values].filter(([name, value]) => used.has(name) && ts.isArrayLiteralExpression(value));
  if (tables.length === 0)
    throw new ActiveModuleError(`A top-level loop fills no table: ${loop.getText().slice(0, 200)}`);
  const names = tables.map(([name]) => name).join(', ');
  const made = tables.map(([name, value]) => `const ${name} = ${value.getText()};`).join(' ');
  const filled = `filled${loop.getStart()}`;
  texts.set(loop, `function ${filled}() { ${made} ${loop.getText()} return { ${names} }; }`);
  for (const [name, value] of tables) texts.set(value, pure(`${filled}().${name}`));
}

/** Replaces the text of nodes that do not overlap. */
function rewrite(code: string, texts: ReadonlyMap<ts.Node, string>): string {
  const inOrder = [...texts].sort(([a], [b]) => a.getStart() - b.getStart());
  let text = '';
  let at = 0;
  for (const [node, replacement] of inOrder) {
    text += code.slice(at, node.getStart()) + replacement;
    at = node.getEnd();
  }
  return text + code.slice(at);
}
