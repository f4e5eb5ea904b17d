import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const GUIDES = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/README.md',
  'docs',
  'docs/decisions',
  'docs/studies',
  ...projects(),
].flatMap((place) =>
  place.endsWith('.md')
    ? [place]
    : readdirSync(join(ROOT, place)).flatMap((name) => (name.endsWith('.md') ? [join(place, name)] : [])),
);

/** Folders of libraries and apps. */
function projects(): string[] {
  return ['libs', 'apps'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`));
}

const textOf = (guide: string) => readFileSync(join(ROOT, guide), 'utf8');

/** Targets of the relative links of a page, without fragments, as paths from the root. */
function linksOf(guide: string): string[] {
  const prose = textOf(guide).replaceAll(/^```.*?^```/gms, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!.replace(/#.*$/, ''));
  return targets
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => relative(ROOT, join(ROOT, dirname(guide), target)));
}

describe('guides', () => {
  it.each(GUIDES)('%s links to files that exist', (guide) => {
    expect(linksOf(guide).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  // In a clone, the command line has no other name; a block that lacks it fails when it is copied.
  it.each(GUIDES)('%s starts the command line with npx, or links to where its name is defined', (guide) => {
    if (/\((?:\.\.\/deploy\/README\.md)?#commands\)/.test(textOf(guide))) return;
    const blocks = textOf(guide).match(/^```.*?^```/gms) ?? [];
    const unnamed = /^(?:[A-Z_]+=[^\s(]+ )*droptrack /;
    expect(blocks.flatMap((block) => block.split('\n').filter((line) => unnamed.test(line)))).toEqual([]);
  });

  // `<name>` stands for any: the folder before it exists.
  it.each([
    ['docs/architecture.md', 50],
    ['CONTRIBUTING.md', 10],
  ])('%s names files that exist', (guide, min) => {
    const named = [...textOf(guide).matchAll(/`((?:apps|libs|tools|prisma|docs)\/[^`\s]+)`/g)];
    expect(named.length).toBeGreaterThan(min);
    const paths = named.map(([, path]) => path!.replace(/<.*$/, ''));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('docs/architecture.md links to the README of every library and app', () => {
    const linked = linksOf('docs/architecture.md');
    const missing = projects().filter((project) => !linked.includes(`${project}/README.md`));
    expect(missing).toEqual([]);
  });
});
