import { formatFigure, formatTable } from './report';

describe('formatTable', () => {
  it('shows the spread of the ratios of each round, not the ratio of the medians', () => {
    const rounds = [10, 40, 10];
    const table = formatTable([
      { what: 'ours', unit: 'req/s', rounds, beside: { what: 'theirs', rounds: [20, 40, 40] } },
    ]);
    expect(table.split('\n')[1]).toMatch(/^ours +10 +req\/s +theirs +40 +0\.500 +0\.250 +0\.375 +0\.750 +1$/);
  });

  // 0 / 0 has no place in an order: one such round would spoil them all.
  it('leaves a round out in which both figures are 0', () => {
    const beside = { what: 'theirs', rounds: [2, 0, 4] };
    const table = formatTable([{ what: 'ours', unit: 'req/s', rounds: [1, 0, 3], beside }]);
    expect(table.split('\n')[1]).toMatch(/ 0\.625 +0\.500 +0\.563 +0\.688 +0\.750$/);
  });

  it('compares the median with the target where there is no yardstick', () => {
    const start = { what: 'start', unit: 's', rounds: [1, 2, 9] } as const;
    expect(formatTable([{ ...start, target: { below: 5 } }])).toContain('< 5 met');
    expect(formatTable([{ ...start, target: { below: 2 } }])).toContain('< 2 missed');
    expect(formatTable([{ ...start, target: { atMost: 2 } }])).toContain('≤ 2 met');
    expect(formatTable([{ ...start, target: { atLeast: 3 } }])).toContain('≥ 3 missed');
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
