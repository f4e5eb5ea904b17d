import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources/program';

/** Anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Anchors of a page: headings, numbered when repeated, and explicit anchors. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  const counts = new Map<string, number>();
  for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

it.each(['README.md', 'api.md'])('%s has no dead link', (name) => {
  const text = readFileSync(join(ROOT, 'libs/sdk', name), 'utf8');
  const anchors = anchorsOf(text);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(3);
  const dead = links.filter((link) =>
    link.startsWith('#') ? !anchors.has(link.slice(1)) : !existsSync(join(ROOT, 'libs/sdk', link)),
  );
  expect(dead).toEqual([]);
});
