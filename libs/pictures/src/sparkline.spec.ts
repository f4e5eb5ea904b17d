import { sparkline } from './sparkline';

const size = { widthPx: 106, heightPx: 26, title: 'Hype of Linea' };
const pathOf = (picture: string): string => / d="([^"]*)"/.exec(picture)?.[1] ?? '';

describe('sparkline', () => {
  it('is one line from the first value to the last, over the domain', () => {
    expect(sparkline([0, 50, 100], { ...size, domain: [0, 100] })).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" class="plot sparkline" role="img" width="106" height="26" viewBox="0 0 106 26">' +
        '<title>Hype of Linea</title><path class="line" d="M3,23L53,13L103,3"/><circle class="dot" cx="103" cy="3" r="2"/></svg>',
    );
  });

  it('fits the line into its height if it has no domain', () => {
    expect(pathOf(sparkline([40, 45, 50], size))).toBe('M3,23L53,13L103,3');
  });

  it('keeps gaps, with a point for a value between two of them', () => {
    expect(pathOf(sparkline([0, 100, null, 50, null], { ...size, domain: [0, 100] }))).toBe('M3,23L28,3M78,13Z');
  });

  it.each([
    ['no values', []],
    ['unknown values only', [null, null]],
  ])('draws nothing for %s', (_, values) => {
    expect(sparkline(values, size)).toMatch(/<\/title><\/svg>$/);
  });

  it('has no dot at its end if the last value is unknown', () => {
    expect(sparkline([1, 2, null], size)).not.toContain('<circle');
  });

  it('draws equal values in the middle', () => {
    expect(pathOf(sparkline([7, 7], size))).toBe('M3,13L103,13');
  });

  it.each([
    ['too close for a scale', [0, 5e-324], 'M3,13L103,13'],
    ['too far apart for a number', [-1.7e308, 1.7e308], 'M3,23L103,3'],
  ])('has coordinates for values %s', (_, values, path) => {
    expect(pathOf(sparkline(values, size))).toBe(path);
  });

  // A page has up to 100 of them.
  it('has less than 700 bytes for 30 points', () => {
    const values = Array.from({ length: 30 }, (_, index) => 50 + 31.23 * Math.sin(index));
    expect(sparkline(values, { widthPx: 120, heightPx: 32, title: 'Hype of Linea, last 30 days' }).length).toBeLessThan(
      700,
    );
  });
});
