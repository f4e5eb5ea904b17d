import { badge, BADGE_COLORS } from './badge';
import { contrast } from './colors.testing';
import { textWidthPx } from './text-width';

describe('badge', () => {
  it('is label and value side by side', () => {
    expect(badge({ label: 'hype', value: '65', tone: 'accent' })).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="65" height="20" viewBox="0 0 65 20"><title>hype: 65</title>' +
        '<rect width="65" height="20" rx="3" fill="#5b3cc4"/><path d="M39 0v20H3a3 3 0 0 1 -3 -3V3a3 3 0 0 1 3 -3z" fill="#2b313a"/>' +
        '<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">' +
        '<text x="6" y="14" textLength="26.9">hype</text><text x="45" y="14" textLength="14">65</text></g></svg>',
    );
  });

  it('shortens a long text', () => {
    expect(badge({ label: 'status', value: 'x'.repeat(1_000), tone: 'plain' })).toMatch(/>x{40,}…<\/text>/);
  });

  it.each(Object.entries(BADGE_COLORS))('has readable text on %s', (_, color) => {
    expect(contrast('#ffffff', color)).toBeGreaterThan(4.5);
  });
});

describe('textWidthPx', () => {
  // Advance widths of Verdana at 11 px, of which other badges are made as well.
  it.each([
    ['hype', 26.9],
    ['0123456789', 70],
    ['WWW', 32.6],
    ['iii', 9],
    ['e\u0301', 6.6],
    ['日本', 22],
  ])('of %s is %d', (text, width) => {
    expect(textWidthPx(text, 11)).toBeCloseTo(width, 0);
  });
});
