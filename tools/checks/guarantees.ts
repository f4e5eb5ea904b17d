import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A guarantee: the claim, and the tests that hold it. */
interface Guarantee {
  readonly claim: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** Items of the page of guarantees, which name tests after the claim: `` `path.spec.ts`: "title" ``. */
export function guaranteesOf(page: string): Guarantee[] {
  const items = page.split('\n').filter((line) => line.startsWith('- '));
  return items.map((item) => {
    const tests = [...item.matchAll(/`([^`]+\.spec\.ts)`: "(.+?)"(?=;|$)/g)];
    const claim = item.slice(2).split(/: `[^`]+\.spec\.ts`/)[0] ?? '';
    return { claim, tests: tests.map(([, file = '', title = '']) => ({ file, title })) };
  });
}

/** Reasons why a row proves nothing: no test, a file that no run includes, or a title that no active test has. */
export function violationsOf({ claim, tests }: Guarantee, root: string): string[] {
  if (tests.length === 0) return [`${claim}: names no test`];
  return tests.flatMap(({ file, title }) => {
    if (!existsSync(join(root, file))) return [`${file} does not exist`];
    if (!isRun(file, root)) return [`${file} is in no run of tests`];
    const names = (text: string): boolean => text === title || (text.includes('${') && text.includes(title));
    return titlesOf(join(root, file)).some(names) ? [] : [`${file} has no active test "${title}"`];
  });
}

/** True for a spec that `npm test`, `test:heavy` or `test:release` selects: it belongs to a project with tests of that ring. */
function isRun(file: string, root: string): boolean {
  const project = file.split('/').slice(0, 2).join('/');
  if (!existsSync(join(root, project, 'jest.config.cjs'))) return false;
  const [, ring] = /\.(heavy|release)\.spec\.ts$/.exec(file) ?? [];
  return ring === undefined || readFileSync(join(root, `jest.${ring}.config.cjs`), 'utf8').includes(`'${project}'`);
}

/** Titles of the tests and groups of a file, without those that are always skipped. */
function titlesOf(path: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = calleeOf(node);
      if (/^(x(it|test|describe)$|(it|test|describe)\.(skip|todo)\b)/.test(callee)) return;
      const [title] = node.arguments;
      if (title !== undefined && /\b(it|test|describe)\b|^(it|describe)[A-Z]/.test(callee)) {
        if (ts.isStringLiteralLike(title)) titles.push(title.text);
        if (ts.isTemplateExpression(title)) titles.push(title.getText());
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true));
  return titles;
}

/** Text of the called function; `it.each` for `it.each(table)(title, …)`. */
function calleeOf({ expression }: ts.CallExpression): string {
  return ts.isCallExpression(expression) ? calleeOf(expression) : expression.getText();
}
