import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const RUN = /\d{4}-\d\d-\d\d, commit [0-9a-f]{7,}[^,]*, \d+ × [^,]+, \d+ GiB, Node\.js v\d+\.\d+\.\d+/;

describe('docs/studies/figures.md', () => {
  const [head = '', ...sections] = textOf('docs/studies/figures.md').split(/^(?=## )/m);

  it('begins with date, commit and machine of the latest run', () => expect(head).toMatch(RUN));

  it('has date, commit, machine and load of each bench, and figures', () => {
    expect(sections.length).toBeGreaterThan(0);
    for (const section of sections) {
      expect(section).toMatch(
        new RegExp(`^## \\w+\n\n.*\\(${RUN.source}, load [\\d.]+ before, up to \\d+ rounds\\):\n\n- `),
      );
    }
  });

  it('names no host and no path of a machine', () => {
    expect(textOf('docs/studies/figures.md')).not.toMatch(/(?:^|\s)\/(?:home|root|tmp|usr|work|Users)\b|localhost/);
  });

  it.each(['README.md', 'docs/performance.md', 'docs/scaling.md'])('is linked from %s', (guide) => {
    expect(textOf(guide)).toMatch(/\]\((?:docs\/)?studies\/figures\.md/);
  });

  it('has the sections that pages link to', () => {
    const names = sections.map((section) => /^## (\w+)/.exec(section)?.[1]);
    const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    const linked = pages.flatMap((page) =>
      [...textOf(page).matchAll(/(?<![\w-])figures\.md#(\w+)/g)].map(([, name]) => name),
    );
    expect(linked.length).toBeGreaterThan(5);
    expect(linked.filter((name) => !names.includes(name))).toEqual([]);
  });
});
