import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, measureExports, measureSizes, presentSizes, sizeViolations } from './sizes';

/** Most of the code that Vite adds to a program. */
const VITE_BYTES = 1_000;

// The README promises these sizes: they are measured with a bundler, as users see them, and one byte too many fails.
describe('sizes of programs that use the package', () => {
  let project = '';
  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'droptrack-sizes-'));
    const directory = join(project, 'node_modules/@droptrack/sdk');
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, 'package.json'),
      JSON.stringify({
        ...{ main: './index.mjs', sideEffects: false },
        exports: { '.': './index.mjs', './claims': './claims.mjs' },
      }),
    );
    // Random numbers do not compress, so they add to the size.
    const noise = Array.from({ length: 3_000 }, (_, index) => ((index + 1) * 2_654_435_761) % 2 ** 32).join(' ');
    const client =
      'export class Connection {}\nexport class Drops { list() { return []; } }\n' +
      "export class Droptrack { drops = new Drops(); later = () => import('./later.mjs'); }\n" +
      "export { RULES } from './rules.mjs';\n";
    writeFileSync(join(directory, 'index.mjs'), client);
    const claims = "export const [nodeOf, prepareClaimPrivately, verifyClaim] = ['', '', 'claims'];\n";
    writeFileSync(join(directory, 'claims.mjs'), claims);
    writeFileSync(join(directory, 'rules.mjs'), `export const RULES = ${JSON.stringify(noise)};\n`);
    writeFileSync(
      join(directory, 'later.mjs'),
      "import { RULES } from './rules.mjs';\nexport const later = [RULES];\n",
    );
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('count only the exports that a program uses', async () => {
    const sizes = await measureSizes(project);
    const exports = await measureExports(project);
    expect(exports.map(({ name }) => name)).toEqual(['Droptrack', 'RULES', 'Drops', 'Connection']);
    expect(sizes.whole).toBeGreaterThan(10_000);
    expect(sizes.listsOnly).toBeLessThan(VITE_BYTES);
    expect(presentSizes(sizes, exports)).toContain('RULES');
  });

  it('count code that is loaded later only where a bundler writes one file', async () => {
    const { client, clientInOneFile } = await measureSizes(project);
    expect(client).toBeLessThan(VITE_BYTES + 500);
    expect(clientInOneFile).toBeGreaterThan(10_000);
  });

  it('violate a limit that they reach', () => {
    const at = (more: number) =>
      sizeViolations({
        listsOnly: LIMITS.listsOnly + more,
        client: LIMITS.client + more,
        clientInOneFile: LIMITS.clientInOneFile + more,
        whole: LIMITS.whole + more,
        claims: LIMITS.claims + more,
        claimsUnused: LIMITS.claimsUnused + more,
      });
    expect(at(-1)).toEqual([]);
    expect(at(0)).toEqual([
      expect.stringContaining('only lists'),
      expect.stringContaining('client'),
      expect.stringContaining('one file'),
      expect.stringContaining('whole'),
      expect.stringContaining('verifyClaim'),
      expect.stringContaining('unused'),
    ]);
  });
});
