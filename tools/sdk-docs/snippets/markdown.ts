import type { Snippet } from './snippet';

/** The blocks of a Markdown text that are said to be TypeScript. */
export function markdownSnippets(file: string, text: string): Snippet[] {
  return [...text.matchAll(/^```(?:ts|typescript)\n([^]*?)^```$/gm)].map(({ index, 1: code = '' }) => ({
    where: `${file}:${text.slice(0, index).split('\n').length + 1}`,
    code,
  }));
}
