import { relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../sources/program';

/** A piece of TypeScript in the documentation. */
export interface Snippet {
  /** File and line of its start: `libs/sdk/README.md:12`. */
  readonly where: string;
  readonly code: string;
}

/** TypeScript blocks of a Markdown text. */
export function markdownSnippets(file: string, text: string): Snippet[] {
  return [...text.matchAll(/^```(?:ts|typescript)\n([^]*?)^```$/gm)].map(({ index, 1: code = '' }) => ({
    where: `${file}:${text.slice(0, index).split('\n').length + 1}`,
    code,
  }));
}

/** Examples (`@example`) in the comments of a file: the fenced blocks in them, or else their whole text. */
export function docExamples(file: ts.SourceFile): Snippet[] {
  const path = relative(ROOT, file.fileName);
  const found: Snippet[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) {
      // The compiler returns a tag for a declaration and for the statement around it.
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
