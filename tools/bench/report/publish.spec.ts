import { figuresWith } from './publish';

const ENVIRONMENT = { date: '2026-11-28', commit: 'abc1234', machine: '2 × CPU', node: 'v24.0.0' };
const LATER = { ...ENVIRONMENT, date: '2026-11-29' };
const of = (...rounds: readonly number[]) => ({
  load: 1,
  rounds: 3,
  measurements: [{ what: 'ours', unit: 'req/s', rounds, beside: { what: 'theirs', rounds: [20, 40, 40] }, target: { atLeast: 0.4 } }], // prettier-ignore
});

describe('figuresWith', () => {
  it('writes figures with date, commit and machine of the run', () => {
    const text = figuresWith('', ENVIRONMENT, { http: of(10, 40, 10) });
    expect(text).toContain('\n- ours: 10 req/s; 0.500 (0.250 to 1) of theirs; ≥ 0.400 met\n');
    expect(text).toMatch(/^## http\n\n.*\(2026-11-28, commit abc1234, 2 × CPU, Node\.js v24\.0\.0, load 1\.0 before/m);
  });

  it('keeps the sections of benches that did not run, in the order of the benches', () => {
    const before = figuresWith('', ENVIRONMENT, { http: of(10, 40, 10), polls: of(1, 1, 1) });
    const after = figuresWith(before, LATER, { polls: of(2, 2, 2), queries: of(3, 3, 3) });
    expect([...after.matchAll(/^## (\w+)\n\n.*?(2026-11-..)/gm)].map(([, ...found]) => found)).toEqual([
      ['http', '2026-11-28'],
      ['queries', '2026-11-29'],
      ['polls', '2026-11-29'],
    ]);
    expect(figuresWith(after, LATER, {})).toBe(after);
  });

  it('drops the sections of benches that no longer exist', () => {
    expect(figuresWith('# Figures\n\n## gone\n\nold\n', ENVIRONMENT, { http: of(1, 1, 1) })).not.toContain('gone');
  });
});
