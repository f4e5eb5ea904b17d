import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guaranteesOf, violationsOf } from './guarantees';

const ROOT = join(__dirname, '../..');
const textOf = (guide: string) => readFileSync(join(ROOT, guide), 'utf8');

describe('the guarantees', () => {
  it('docs/guarantees.md names a test that runs for each', () => {
    const guarantees = guaranteesOf(textOf('docs/guarantees.md'));
    expect(guarantees.length).toBeGreaterThan(170);
    expect(guarantees.flatMap((guarantee) => violationsOf(guarantee, ROOT))).toEqual([]);
  });
});

describe('the check of guarantees', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'droptrack-guarantees-'));
    mkdirSync(join(root, 'apps/api'), { recursive: true });
    mkdirSync(join(root, 'tools/none'), { recursive: true });
    const spec = [
      `describe('keys', () => { it('work', run); it.skip('rest', run); it.each([1])('hold %s', run); });`,
      'describe.skip("old", () => { it(`is over`, run); });',
      '(hasData ? it : it.skip)(`reads ${file} twice`, run);',
      `it('says "never"', run);`,
    ].join('\n');
    for (const file of [
      'apps/api/a.spec.ts',
      'apps/api/a.heavy.spec.ts',
      'apps/api/a.release.spec.ts',
      'tools/none/a.spec.ts',
    ]) {
      writeFileSync(join(root, file), spec);
    }
    writeFileSync(join(root, 'apps/api/jest.config.cjs'), '');
    writeFileSync(join(root, 'jest.heavy.config.cjs'), `projects: ['apps/cli']`);
    writeFileSync(join(root, 'jest.release.config.cjs'), `projects: ['apps/api']`);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const check = (...cells: string[]) => {
    const page = ['# Guarantees', '', 'Text.', '', '## Keys', '', ...cells.map((cell) => `- A key works: ${cell}`)];
    return guaranteesOf(page.join('\n')).flatMap((guarantee) => violationsOf(guarantee, root));
  };

  it('accepts the titles of tests and groups, with placeholders, and several of a row', () => {
    expect(
      check(
        '`apps/api/a.spec.ts`: "keys"; `apps/api/a.spec.ts`: "work"',
        '`apps/api/a.spec.ts`: "hold %s"',
        '`apps/api/a.spec.ts`: "twice"; `apps/api/a.spec.ts`: "says "never""',
        '`apps/api/a.release.spec.ts`: "work"',
      ),
    ).toEqual([]);
  });

  it.each([
    ['a row without a test', 'see the tests', 'A key works: see the tests: names no test'],
    ['a wrong file', '`apps/api/b.spec.ts`: "work"', 'apps/api/b.spec.ts does not exist'],
    ['a wrong title', '`apps/api/a.spec.ts`: "works"', 'apps/api/a.spec.ts has no active test "works"'],
    ['a skipped test', '`apps/api/a.spec.ts`: "rest"', 'apps/api/a.spec.ts has no active test "rest"'],
    ['a test of a skipped group', '`apps/api/a.spec.ts`: "is over"', 'apps/api/a.spec.ts has no active test "is over"'],
    ['a spec that no run includes', '`tools/none/a.spec.ts`: "work"', 'tools/none/a.spec.ts is in no run of tests'],
    [
      'a heavy spec of a project without such a run',
      '`apps/api/a.heavy.spec.ts`: "work"',
      'apps/api/a.heavy.spec.ts is in no run of tests',
    ],
  ])('reports %s', (_, cell, violation) => {
    expect(check(cell)).toEqual([violation]);
  });
});
