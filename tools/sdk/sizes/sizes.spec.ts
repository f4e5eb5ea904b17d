import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, measureSizes, presentSizes, sizeFaults } from './sizes';

// The sizes are promised to strangers: what is measured is what their bundler makes, and one byte too many fails.
describe('sizes of programs that use the package', () => {
  let project = '';
  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'droptrack-sizes-'));
    const directory = join(project, 'node_modules/@droptrack/sdk');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ main: './index.mjs', sideEffects: false }));
    // Noise does not compress, so it is seen.
    const noise = Array.from({ length: 3_000 }, (_, index) => ((index + 1) * 2_654_435_761) % 2 ** 32).join(' ');
    const client =
      'export class Connection {}\nexport class Drops { list() { return []; } }\n' +
      'export class Droptrack { drops = new Drops(); }';
    writeFileSync(join(directory, 'index.mjs'), `${client}\nexport const RULES = ${JSON.stringify(noise)};\n`);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('count what a program uses, and nothing else', async () => {
    const sizes = await measureSizes(project);
    expect(sizes.exports.map(({ name }) => name)).toEqual(['RULES', 'Droptrack', 'Drops', 'Connection']);
    expect(sizes.whole).toBeGreaterThan(10_000);
    expect(sizes.listsOnly).toBeLessThan(400);
    expect(presentSizes(sizes)).toContain('RULES');
  });

  it('fail from the limit on', () => {
    const at = (more: number) =>
      sizeFaults({
        listsOnly: LIMITS.listsOnly + more,
        client: LIMITS.client + more,
        whole: LIMITS.whole + more,
        exports: [],
      });
    expect(at(-1)).toEqual([]);
    expect(at(0)).toEqual([
      expect.stringContaining('only lists'),
      expect.stringContaining('client'),
      expect.stringContaining('whole'),
    ]);
  });
});
