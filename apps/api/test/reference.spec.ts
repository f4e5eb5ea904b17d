import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import openApi from '../openapi.json';
import { problemPath } from '../src/platform/errors/problem';
import { ReferenceService } from '../src/openapi/reference.service';

const API_URL = 'https://api.example.com';
const KIB = 1024;
const PAGE_BYTES_MAX = 24 * KIB;

const service = new ReferenceService(API_URL);
const names = ['', ...openApi.tags.map(({ name }) => name.toLowerCase())];
const pages = new Map(names.map((name) => [pathOf(name), service.file(name)!.body.toString()]));
const idsOf = (page: string): string[] => [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);

function pathOf(name: string): string {
  return name === '' ? '/docs' : `/docs/${name}`;
}

/** Operations of the document with the pages of their tags; events are operations of the subscriber. */
const operations = [...Object.values(openApi.paths), ...Object.values(openApi.webhooks)].flatMap((verbs) =>
  Object.values(verbs as Record<string, { operationId: string; tags: string[]; summary: string }>),
);

describe('the reference', () => {
  it.each(operations.map((each): [string, typeof each] => [each.operationId, each]))(
    'describes %s on the page of its tag, and links it from the overview',
    (id, { tags }) => {
      for (const tag of tags) {
        expect(pages.get(`/docs/${tag.toLowerCase()}`)).toContain(`<section class="operation" id="${id}">`);
        expect(pages.get('/docs')).toContain(`href="/docs/${tag.toLowerCase()}#${id}"`);
      }
    },
  );

  it('has no link and no file that leads nowhere', () => {
    const files = ['/docs/reference.css', '/docs/icon.svg', '/v1/openapi.json', '/problems'];
    const problems = Object.keys(PROBLEM_STATUS).map((code) => problemPath(code as ProblemCode));
    const known = new Set([...pages.keys(), ...files, ...problems]);
    const broken = [...pages].flatMap(([path, page]) =>
      [...page.matchAll(/\s(?:href|src)="([^"]*)"/g)].flatMap(([, address = '']) => {
        if (address.startsWith('https://')) return [];
        const [target = '', id] = address.split('#');
        const isKnown = known.has(target === '' ? path : target);
        return isKnown && (id === undefined || idsOf(pages.get(target || path)!).includes(id)) ? [] : [address];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('has each id once on a page', () => {
    for (const page of pages.values()) expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
  });

  // Without scripts the page is the same for every reader, and its policy can permit none.
  it('has no script, no style of its own, and nothing from other hosts', () => {
    for (const page of pages.values()) {
      expect(page).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="|javascript:/);
      expect(page).not.toMatch(/<(?:link|img|iframe)[^>]*(?:href|src)="(?:https?:)?\/\//);
    }
    expect(service.file('')!.policy).not.toContain('script-src');
  });

  // The overview was one script of 1.7 MB and a document of 0.5 MB.
  it('has pages of at most 24 KiB compressed', () => {
    const sizes = [...pages].map(([path, page]): [string, number] => [path, brotliCompressSync(page).length]);
    expect(sizes.filter(([, bytes]) => bytes > PAGE_BYTES_MAX)).toEqual([]);
  });

  // The renderer knows the part of Markdown that the document uses.
  it('leaves no mark of Markdown in its text', () => {
    for (const page of pages.values()) {
      const text = page.replace(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>/g, '').replace(/<[^>]*>/g, '');
      expect(text.match(/.*(?:`|\*\*|\]\(|^#+ |^\||^- ).*/gm)).toBeNull();
    }
  });

  it('states the plan of each operation that not every key may call', () => {
    const restricted = Object.entries(openApi.paths).flatMap(([, verbs]) =>
      Object.values(verbs as Record<string, { operationId: string; tags: string[]; description: string }>).filter(
        ({ description }) => /^Requires the plan `/m.test(description),
      ),
    );
    expect(restricted.length).toBeGreaterThan(15);
    for (const { operationId, tags, description } of restricted) {
      const [, plan] = /^Requires the plan `(\w+)`/m.exec(description) ?? [];
      const page = pages.get(`/docs/${tags[0]!.toLowerCase()}`)!;
      const [, section = ''] = page.split(`id="${operationId}"`);
      expect(section.slice(0, section.indexOf('</p>'))).toContain(`>from ${plan}<`);
    }
  });

  it('prints a request as a command and as a call of the client, with the address of the deployment', () => {
    const page = pages.get('/docs/drops')!;
    expect(page).toContain(`'${API_URL}/v1/drops?status=upcoming,live'`);
    expect(page).toContain("client.drops.list({ status: ['upcoming', 'live'] })");
    expect(pages.get('/docs/eligibility')).toContain("client.eligibility.checkBatch([{ wallet: '0x");
    expect(pages.get('/docs/snapshots')).toContain("for await (const row of client.snapshots.hype('linea'))");
    expect(pages.get('/docs/webhooks')).toContain('-X DELETE \\\n');
  });

  it('has the colours of the site', () => {
    const colours = (css: string): string[] => css.match(/--[\w-]+: light-dark\([^)]*\)/g) ?? [];
    const site = readFileSync(join(__dirname, '../../explorer/src/style/site.css'), 'utf8');
    const own = colours(service.file('reference.css')!.body.toString());
    expect(own.length).toBeGreaterThan(8);
    expect(colours(site)).toEqual(expect.arrayContaining(own));
  });

  it('is null for names that it does not have', () => {
    for (const name of ['nope', '..', 'constructor', 'Drops']) expect(service.file(name)).toBeNull();
  });
});
