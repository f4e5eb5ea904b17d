import { parseRetryAfter } from './retry-after';

const NOW_MS = Date.UTC(2026, 0, 10, 12);
const DAY_MS = 86_400_000;
const parse = (header: string | null): number | null => parseRetryAfter(header, { nowMs: () => NOW_MS, maxMs: DAY_MS });

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['Sat, 10 Jan 2026 12:01:00 GMT', 60_000],
    ['Saturday, 10-Jan-26 12:01:00 GMT', 60_000],
    ['99999999', DAY_MS],
    ['Sun, 10 Jan 2027 12:00:00 GMT', DAY_MS],
  ])('parses %j as %d ms', (header, waitMs) => {
    expect(parse(header)).toBe(waitMs);
  });

  it('parses fractions of seconds on request', () => {
    const options = { nowMs: () => NOW_MS, maxMs: DAY_MS, acceptsFractions: true };
    expect(['1.5', '2', 'x'].map((header) => parseRetryAfter(header, options))).toEqual([1_500, 2_000, null]);
  });

  it.each([
    null,
    '',
    '-5',
    '1.5',
    'Sat, 10 Jan 2026 11:59:00 GMT',
    'Someday, 99 Foo',
    'in a while',
    '2099-01-01',
    '1e999',
    '0x10',
  ])('returns null for %j', (header) => {
    expect(parse(header)).toBeNull();
  });
});
