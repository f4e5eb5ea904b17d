import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RULESET_2026_2 } from '@droptrack/scoring';
import { PageError, withFigures } from './report/page';

const ROOT = join(__dirname, '../..');
const DATA = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');
const hasData = existsSync(join(DATA, 'signals'));
if (!hasData) console.warn(`skipped: the real figures behind docs/hype-validity.md are not there (${DATA})`);
const page = () => readFileSync(join(ROOT, 'docs/hype-validity.md'), 'utf8');

/** The whole program, as a person runs it. */
function backtest(...args: string[]) {
  const program = join(ROOT, 'tools/backtest/backtest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, stderr };
}

(hasData ? describe : describe.skip)('docs/hype-validity.md', () => {
  // Figures that nobody can make again are none: a change of a rule must show on the page.
  it('says what the data says, in text and plot, to the byte', () => {
    expect(backtest('--check', '--data', DATA)).toMatchObject({
      status: 0,
      stdout: 'docs/hype-validity.md is what the data says.\n',
    });
  }, 60_000);

  it('has chosen what ruleset 2026.2 has', () => {
    expect(page()).toContain(`| ${RULESET_2026_2.hype.momentum.share} (chosen) `);
  });
});

describe('without data', () => {
  it('a check says that nothing was checked, and a run fails and says what to name', () => {
    const { status, stdout } = backtest('--check', '--data', 'nowhere');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Not checked: there is no .*nowhere/)]);
    const asked = backtest('--data', 'nowhere');
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringMatching(/^There is no .*nowhere.*--data/)]);
  }, 60_000);
});

describe('withFigures', () => {
  it('puts figures between the marks, and leaves the rest as it is', () => {
    const parts = (whole: string, figures: string) => whole.split(`\n\n${figures}\n\n`);
    const once = withFigures(page(), 'old figures');
    const twice = withFigures(once, 'new figures');
    expect(parts(twice, 'new figures')).toEqual(parts(once, 'old figures'));
    expect(parts(once, 'old figures')).toHaveLength(2);
    expect(page().startsWith(parts(once, 'old figures')[0] ?? '-')).toBe(true);
  });

  it('refuses a page without marks', () => {
    expect(() => withFigures('# Page', 'one')).toThrow(PageError);
  });
});
