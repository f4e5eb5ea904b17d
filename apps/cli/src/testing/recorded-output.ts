import type { Output } from '../output/output';

/** Recording output for tests. */
export function recordedOutput(isJson = false) {
  const said = {
    document: undefined as unknown,
    text: '',
    remarks: '',
    failure: undefined as unknown,
    notes: [] as string[],
    progress: [] as (string | null)[],
    steps: [] as string[],
  };
  const output: Output = {
    isJson,
    result(document, text, remarks = '') {
      said.document = document;
      said.text = text;
      said.remarks = remarks;
    },
    failure(document, text) {
      said.failure = document;
      said.text = text;
    },
    line: (_, text) => void said.notes.push(text),
    note: (line) => void said.notes.push(line),
    progress: (line) => void said.progress.push(line),
    step: (line) => void said.steps.push(line),
  };
  return { output, said };
}

/**
 * Code blocks of a guide, in order.
 *
 * @param language - of the blocks; several are separated by `|`.
 */
export const codeBlocks = (guide: string, language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`(?:${language})\n([^]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
