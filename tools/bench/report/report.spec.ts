import { format, formatFigure } from './report';

const ours = { what: 'ours', unit: 'req/s' } as const;

describe('format', () => {
  it('shows the spread of the ratios of each round, not the ratio of the medians', () => {
    const beside = { what: 'theirs', rounds: [20, 40, 40] };
    expect(format({ ...ours, rounds: [10, 40, 10], beside })).toBe('- ours: 10 req/s; 0.500 (0.250 to 1) of theirs');
  });

  // 0 / 0 has no place in an order: one such round would spoil them all.
  it('leaves a round out in which both figures are 0', () => {
    const beside = { what: 'theirs', rounds: [2, 0, 4] };
    expect(format({ ...ours, rounds: [1, 0, 3], beside })).toMatch(/; 0\.625 \(0\.500 to 0\.750\) of theirs$/);
  });

  it('compares the median with the target where there is no yardstick', () => {
    const start = { what: 'start', unit: 's', rounds: [1, 2, 9] } as const;
    expect(format({ ...start, target: { below: 5 } })).toBe('- start: 2 s (1 to 9); < 5 met');
    expect(format({ ...start, target: { below: 2 } })).toMatch(/; < 2 missed$/);
    expect(format({ ...start, target: { atMost: 2 } })).toMatch(/; ≤ 2 met$/);
    expect(format({ ...start, target: { atLeast: 3 } })).toMatch(/; ≥ 3 missed$/);
  });
});

describe('formatFigure', () => {
  it.each([
    [1_234_567.8, '1 234 568'],
    [99.95, '100.0'],
    [12.34, '12.3'],
    [60, '60'],
    [0.5, '0.500'],
  ])('%p is %s', (figure, text) => {
    expect(formatFigure(figure)).toBe(text);
  });
});
