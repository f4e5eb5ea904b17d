import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULESET_2026_2, RULESET_2026_3 } from '@droptrack/scoring';
import { PageError, withFigures } from './report/page';

const ROOT = join(__dirname, '../..');
const study = () => readFileSync(join(ROOT, 'docs/studies/hype-validity.md'), 'utf8');
const page = () => readFileSync(join(ROOT, 'docs/studies/hype-validity-figures.md'), 'utf8');

/** The whole program, as a person runs it. */
function backtest(...args: string[]) {
  const program = join(ROOT, 'tools/backtest/backtest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('docs/studies/hype-validity.md', () => {
  it('has chosen what ruleset 2026.2 has', () => {
    expect(page()).toContain(`| ${RULESET_2026_2.hype.momentum.share} (chosen) `);
  });

  it('has a half-life of ruleset 2026.3 that the days of the choice do not reject', () => {
    expect(page()).toMatch(
      new RegExp(`\\| ${RULESET_2026_3.hype.averaging.halfLifeDays} \\(chosen\\) +\\|[^|]+\\| +yes \\|`),
    );
  });

  // Only the tables are written by the tool: a figure in a sentence would stay as it was when the rules change.
  it('states no figure in its text that is not in its tables', () => {
    const [text = '', tables = ''] = [study(), page()].map((file) => file.replace(/\s+/g, ' '));
    const declared = text.match(/−?\d\.\d{3} \[−?\d\.\d{3}, −?\d\.\d{3}\]/g) ?? [];
    expect(declared.length).toBeGreaterThan(10);
    expect(declared.filter((figure) => !tables.includes(` ${figure} `))).toEqual([]);
  });
});

describe('docs/studies/allocation-figures.md', () => {
  const rows = readFileSync(join(ROOT, 'docs/studies/allocation-figures.md'), 'utf8').split('\n');
  /** Figures of a row of the first table, that of all lists. */
  const figuresOf = (name: string) =>
    rows.find((row) => row.startsWith(`| ${name} `))!.split('|').slice(2, -1).map((cell) => Number.parseFloat(cell)); // prettier-ignore

  it('has pooled quantiles that cover four fifths of the wallets of a list that is left out', () => {
    const [coverage] = figuresOf('pooled');
    expect(coverage).toBeGreaterThanOrEqual(78);
    expect(coverage).toBeLessThanOrEqual(82);
  });

  it('has less loss the more is known, and limits that keep the coverage', () => {
    const names = ['flat', 'lognormal (points)', 'pooled', 'pooled, at least min', 'pooled, within min and max', 'known quantiles']; // prettier-ignore
    const losses = names.map((name) => figuresOf(name).at(-1)!);
    expect(losses).toEqual([...losses].sort((a, b) => b - a));
    const [pooled, limited, moved] = ['pooled', 'pooled, at least min', 'pooled, moved to min with its mean'].map((name) => figuresOf(name)[0]!); // prettier-ignore
    expect(limited).toBe(pooled);
    expect(moved).toBeLessThan(limited! - 10);
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

  it('rejects a page without markers', () => {
    expect(() => withFigures('# Page', 'one')).toThrow(PageError);
  });
});
