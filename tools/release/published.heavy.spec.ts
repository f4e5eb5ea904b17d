import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Published, readPublished } from './published';
import { publishedCode } from './published-code';

const ROOT = join(__dirname, '../..');

describe('what is in the package', () => {
  let published: Published;
  beforeAll(async () => {
    published = await readPublished(ROOT);
  });

  // A change of what is in the package and does not count would never be released.
  it.each([
    ['code of ours', 'libs/sdk/src/client.ts'],
    ['a rule of a library', 'libs/scoring/src/hype-rules.ts'],
    ['what holds nothing but types', 'libs/contracts/src/explain.ts'],
    ['what only passes on names', 'libs/sdk/src/index.ts'],
    ['how it is built', 'libs/sdk/build/mark-pure.ts'],
    ['what people read', 'libs/sdk/README.md'],
  ])('counts %s: %s', (_, file) => expect(published.files).toContain(file));

  it('counts every paper beside the code', () => {
    const papers = readdirSync(join(ROOT, 'libs/sdk')).filter((name) => name.endsWith('.md'));
    expect(published.files).toEqual(expect.arrayContaining(papers.map((name) => `libs/sdk/${name}`)));
  });

  // What counts for nothing would release a package that is the one before.
  it('counts no test, no example, and nothing of a library that the package leaves out', () => {
    expect(published.files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const elsewhere = /\.spec\.ts$|\/testing\/|\/examples\/|\/test\/|^apps\/|^libs\/(?:catalogue|persistence)\//;
    expect(published.files.filter((file) => elsewhere.test(file))).toEqual([]);
    expect(published.files).not.toContain('libs/eligibility/src/formats.ts');
    expect(published.files).not.toContain('libs/scoring/src/rulesets.ts');
  });

  it('counts packages where the lock file has them', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
    expect(published.packages).toContain('node_modules/@noble/hashes');
    expect(Object.keys(packages)).toEqual(expect.arrayContaining([...published.packages]));
  });

  // Their licenses ask for it, and nobody would remember it with the next one.
  it('is named in the notices with its license, where it is not ours', async () => {
    const words = (file: string) => readFileSync(join(ROOT, file), 'utf8').replace(/\s+/g, ' ').trim();
    const notices = words('libs/sdk/NOTICES.md');
    const { packages } = await publishedCode(ROOT);
    expect(packages.length).toBeGreaterThan(0);
    for (const place of packages) {
      const name = place.replace(/^.*node_modules\//, '');
      expect(notices).toContain(`## ${name} ${words(`${place}/LICENSE`)}`);
    }
  });
});
