import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CANDIDATES } from './git';
import { BUILDERS, type Published, readPublished } from './published';

const ROOT = join(__dirname, '../..');

describe('readPublished', () => {
  let published: Published;
  beforeAll(async () => {
    published = await readPublished(ROOT);
  });

  // A change of published content that did not count would never be released.
  it.each([
    ['code of the SDK', 'libs/sdk/src/client.ts'],
    ['a rule of a library', 'libs/scoring/src/hype-rules.ts'],
    ['a file with types only', 'libs/contracts/src/explain.ts'],
    ['a file with re-exports only', 'libs/sdk/src/index.ts'],
    ['a part of the build', 'libs/sdk/build/mark-pure.ts'],
    ['a document', 'libs/sdk/README.md'],
  ])('includes %s: %s', (_, file) => expect(published.files).toContain(file));

  it('includes every document beside the code', () => {
    const documents = readdirSync(join(ROOT, 'libs/sdk')).filter((name) => name.endsWith('.md'));
    expect(published.files).toEqual(expect.arrayContaining(documents.map((name) => `libs/sdk/${name}`)));
  });

  // A file that is not in the package would release an unchanged package.
  it('includes no test, no example and no code that is not bundled', () => {
    expect(published.files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    // The package publishes its own `/testing`, for tests of receivers.
    const elsewhere =
      /\.spec\.ts$|(?<!^libs\/sdk\/src)\/testing\/|\/examples\/|\/test\/|^apps\/|^libs\/(?:catalogue|persistence)\//;
    expect(published.files.filter((file) => elsewhere.test(file))).toEqual([]);
    expect(published.files).not.toContain('libs/eligibility/src/formats.ts');
    expect(published.files).not.toContain('libs/eligibility/src/tree/tree-builder.ts');
  });

  it('includes only files that the cheap test for candidates covers', () => {
    const isCandidate = (file: string) => CANDIDATES.some((path) => file === path || file.startsWith(`${path}/`));
    expect(published.files.filter((file) => !isCandidate(file))).toEqual([]);
  });

  it('names packages by their paths in the lock file', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
    expect(published.packages).toContain('node_modules/esbuild');
    expect(Object.keys(packages)).toEqual(expect.arrayContaining([...published.packages]));
  });

  // Their licenses would have to be in the package.
  it('bundles no code of other packages', () => {
    expect(published.packages.filter((path) => !BUILDERS.includes(path))).toEqual([]);
  });
});
