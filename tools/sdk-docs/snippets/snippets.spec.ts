import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sdkProgram } from '../sources/program';
import { compile } from './compile';
import { docExamples } from './doc-examples';
import { markdownSnippets } from './markdown';
import type { Snippet } from './snippet';

const program = sdkProgram();

const inPage = (file: string): Snippet[] => markdownSnippets(file, readFileSync(join(ROOT, file), 'utf8'));

/** Whole programs, which stand by themselves. */
function examples(): Snippet[] {
  const directory = 'libs/sdk/examples';
  return readdirSync(join(ROOT, directory)).map((name) => {
    const where = `${directory}/${name}`;
    return { where, code: readFileSync(join(ROOT, where), 'utf8') };
  });
}

/** Of other pages only what is about the SDK. */
function inPages(): Snippet[] {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return pages.flatMap((name) => inPage(`docs/${name}`)).filter(({ code }) => code.includes('@droptrack/sdk'));
}

/** In the comments of whatever the package is made of. */
function inSources(): Snippet[] {
  const isOurs = (name: string) => /\/libs\/(sdk|contracts)\/src\//.test(name);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName))
    .flatMap(docExamples);
}

describe('snippets of the documentation', () => {
  // What somebody pastes must compile, or the first thing that they see of us is an error of ours.
  it('compile, in pages and in comments', () => {
    const readme = inPage('libs/sdk/README.md');
    const others = [...inPage('libs/sdk/api.md'), ...inPages(), ...inSources()];
    const complete = [...readme, ...examples()];
    expect(complete.length).toBeGreaterThan(15);
    expect(others.length).toBeGreaterThan(10);
    expect(compile([...complete, ...others], (snippet) => complete.includes(snippet), program)).toEqual([]);
  });

  it('has a first call of ten lines at most, which needs nothing but itself', () => {
    const [first] = inPage('libs/sdk/README.md');
    expect(first!.code.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    expect(first!.code).not.toMatch(/^declare/m);
  });

  it('names the place and the line of what does not compile', () => {
    const wrong = [
      ...markdownSnippets(
        'page.md',
        'text\n\n```ts\nconst a = 1;\nconst delay: string = (await client.me()).data_delay_seconds;\n```\n',
      ),
      { where: 'page.md:9', code: "import { Droptrak } from '@droptrack/sdk';\nDroptrak;" },
      // A snippet that is pasted has to say where its names come from; an example in a comment stands beside them.
      { where: 'pasted', code: 'verifySeries(await client.drops.hype("a"));' },
      { where: 'comment', code: 'verifySeries(await client.drops.hype("a"));' },
    ];
    expect(compile(wrong, ({ where }) => where !== 'comment', program)).toEqual([
      "page.md:4, its line 2: Type 'number' is not assignable to type 'string'.",
      expect.stringContaining("page.md:9, its line 1: '\"@droptrack/sdk\"' has no exported member named 'Droptrak'"),
      "pasted, its line 1: Cannot find name 'verifySeries'.",
    ]);
  });
});
