import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sdkProgram } from '../sources/program';
import { compile } from './compile';
import { docExamples, markdownSnippets, type Snippet } from './snippet';

const program = sdkProgram();

const inPage = (file: string): Snippet[] => markdownSnippets(file, readFileSync(join(ROOT, file), 'utf8'));

/** The example programs, which are complete. */
function examples(): Snippet[] {
  const directory = 'libs/sdk/examples';
  return readdirSync(join(ROOT, directory)).map((name) => {
    const where = `${directory}/${name}`;
    return { where, code: readFileSync(join(ROOT, where), 'utf8') };
  });
}

/** Snippets of other pages that use the SDK. */
function inPages(): Snippet[] {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return pages.flatMap((name) => inPage(`docs/${name}`)).filter(({ code }) => code.includes('@droptrack/sdk'));
}

/** Examples in the comments of the package's sources. */
function inSources(): Snippet[] {
  const isPublished = (name: string) => /\/libs\/(sdk|contracts)\/src\//.test(name);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => isPublished(fileName))
    .flatMap(docExamples);
}

describe('snippets of the documentation', () => {
  // Readers paste these snippets into their programs.
  it('compile, in pages and in comments', () => {
    const readme = inPage('libs/sdk/README.md');
    const others = [...inPage('libs/sdk/api.md'), ...inPages(), ...inSources()];
    const complete = [...readme, ...examples()];
    expect(complete.length).toBeGreaterThan(15);
    expect(others.length).toBeGreaterThan(10);
    expect(compile([...complete, ...others], (snippet) => complete.includes(snippet), program)).toEqual([]);
  });

  // In a CommonJS project, which `npm init` creates, a file .ts cannot use top-level await.
  it('of the examples run as their headers say in a project of either kind of modules', () => {
    for (const { where, code } of examples()) {
      const name = where.split('/').at(-1) ?? '';
      expect(name).toMatch(/\.mts$/);
      expect(code.split('\n').slice(0, 2).join('\n')).toContain(`npx tsx ${name}`);
    }
  });

  it('start with a complete program of at most ten lines', () => {
    const [first] = inPage('libs/sdk/README.md');
    expect(first!.code.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    expect(first!.code).not.toMatch(/^declare/m);
  });

  it('are reported with file and line if they do not compile', () => {
    const wrong = [
      ...markdownSnippets(
        'page.md',
        'text\n\n```ts\nconst a = 1;\nconst delay: string = (await client.me()).data_delay_seconds;\n```\n',
      ),
      { where: 'page.md:9', code: "import { Droptrak } from '@droptrack/sdk';\nDroptrak;" },
      // A pasted snippet needs its imports; an example in a comment stands beside the exports.
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
