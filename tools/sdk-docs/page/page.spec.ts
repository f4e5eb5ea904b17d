import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SDK_ENTRY, sdkProgram } from '../sources/program';
import { anchorOf } from './markdown';
import { renderPage } from './page';

describe('the page of everything that is exported', () => {
  it.each(['README.md', 'api.md'])('%s has no link that leads nowhere', (name) => {
    const text = readFileSync(join(ROOT, 'libs/sdk', name), 'utf8');
    const anchors = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    const dead = links.filter((link) =>
      link.startsWith('#') ? !anchors.has(link.slice(1)) : !existsSync(join(ROOT, 'libs/sdk', link)),
    );
    expect(dead).toEqual([]);
  });

  it('tells of options, errors, examples and bounds, and of nothing internal', () => {
    const text = `
      class Inner {}
      /** Anything that goes wrong. @example new Trouble(); */
      export class Trouble extends Error {
        /** What to branch on. */
        readonly code: string = 'trouble';
      }
      /** One of them. */
      export interface Thing {
        /** Share of all. @minimum 0 @maximum 1 */
        share: number;
        /** @asType integer @minimum 0 */
        count?: number | null;
      }
      /** How to ask. */
      export interface Options {
        /** In milliseconds. */
        timeoutMs?: number;
      }
      /** Asks (spec §3). */
      export class Droptrack {
        readonly #inner = new Inner();
        /**
         * One thing, by {@link Options}.
         *
         * @param id - slug.
         * @throws {Trouble} when there is none
         * @example
         * const thing = client.get('a');
         */
        get(id: string, options: Options = {}): Thing { return this.own(id, options); }
        private own(id: string, options: Options): Thing { throw new Trouble(id + options); }
      }
    `;
    const page = renderPage(sdkProgram(new Map([[SDK_ENTRY, text]])));
    expect(page).toContain('#### client.get(id, options?)\n\nGives [\`Thing\`](#thing).\n\nOne thing, by \`Options\`.');
    expect(page).toContain('| \`id\` | \`string\` | slug. |\n| \`options?\` | [\`Options\`](#options) | How to ask. |');
    expect(page).toContain("Throws {Trouble} when there is none.\n\n\`\`\`ts\nconst thing = client.get('a');\n\`\`\`");
    expect(page).toContain(
      '| \`share\` | \`number\` | Share of all. From 0 to 1. |\n| \`count?\` | \`number \\| null\` | Integer at least 0. |',
    );
    expect(page).toContain('### Trouble\n\nAnything that goes wrong.');
    expect(page).not.toMatch(/Inner|own\(|spec/);
  });
});
