import { formatDelta, formatPeriod, formatRelative, formatShare, formatTokens, formatUsd } from './format';

describe('formats', () => {
  // A figure that is known and small is not nothing.
  it.each([
    [0, '$0.00'],
    [0.0049, '<$0.01'],
    [0.005, '$0.01'],
    [87.04, '$87.04'],
    [8_575.4, '$8,575'],
  ])('show %d USD as %s', (value, text) => expect(formatUsd(value)).toBe(text));

  it.each([
    [0, '0%'],
    [0.0004, '<0.1%'],
    [0.125, '12.5%'],
    [0.9996, '>99.9%'],
    [1, '100%'],
  ])('show the share %d as %s', (share, text) => expect(formatShare(share)).toBe(text));

  it.each([
    [12, '+12'],
    [-3, '−3'],
    [0, '±0'],
  ])('show the change %d as %s', (delta, text) => expect(formatDelta(delta)).toBe(text));

  it('show amounts exactly, beyond the integers of a double', () => {
    expect(formatTokens('57484602091184456', 18)).toBe('0.057484602091184456');
    expect(formatTokens('9007199254740993000000000000000001', 18)).toBe('9,007,199,254,740,993.000000000000000001');
    expect(formatTokens('1250000', null)).toBe('1,250,000');
  });

  it.each([
    ['year', '2027'],
    ['quarter', 'Q1 2027'],
    ['month', 'January 2027'],
    ['day', 'Jan 1, 2027'],
    ['minute', 'Jan 1, 2027, 00:00 UTC'],
  ] as const)('show a date that is known to the %s as %s', (precision, text) =>
    expect(formatPeriod('2027-01-01T00:00:00.000Z', precision)).toBe(text),
  );

  it('never round a time to come into a nearer one', () => {
    const nowMs = Date.parse('2026-11-23T12:00:00.000Z');
    expect(formatRelative('2026-11-25T11:00:00.000Z', nowMs)).toBe('in 1 day');
    expect(formatRelative('2026-11-23T11:58:30.000Z', nowMs)).toBe('1 minute ago');
  });
});
