import { relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../sources/program';
import { markdownSnippets } from './markdown';
import type { Snippet } from './snippet';

/** Every `@example` of the comments in a file. Fenced blocks in it are the code, else all of it is. */
export function docExamples(file: ts.SourceFile): Snippet[] {
  const path = relative(ROOT, file.fileName);
  const found: Snippet[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) {
      // A tag belongs to a declaration and to the statement around it: it is read where it stands.
      if (tag.tagName.text !== 'example' || tag.parent.parent !== node) continue;
      const line = file.getLineAndCharacterOfPosition(tag.getStart(file)).line + 1;
      const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
      const fenced = markdownSnippets(path, text);
      if (fenced.length === 0) found.push({ where: `${path}:${line}`, code: text });
      else found.push(...fenced.map(({ code }) => ({ where: `${path}:${line}`, code })));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
