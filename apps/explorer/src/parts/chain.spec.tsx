import { chainColor, initialsOf } from './chain';

/** Contrast of white with a colour `hsl(h s% l%)` (WCAG 2.2). */
function contrastWithWhite(color: string): number {
  const [hue, saturation, lightness] = (color.match(/\d+/g) ?? []).map(Number) as [number, number, number];
  const [s, l] = [saturation / 100, lightness / 100];
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 1.05 / (0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4) + 0.05);
}

describe('the mark of a token', () => {
  it('is readable in the colour of any chain', () => {
    const names = Array.from({ length: 400 }, (_, n) => `chain-${n}`);
    const chains = ['bsc', 'blast', 'ethereum', 'constructor', ...names];
    expect(chains.filter((chain) => !(contrastWithWhite(chainColor(chain)) >= 4.5))).toEqual([]);
  });

  it.each([
    ['ARB', 'ARB'],
    ['Optimism Airdrop #1', 'OA1'],
    ['LayerZero', 'LAY'],
    ['$', ''],
    ['\u202eé', 'É'],
  ])('shows the initials of %j: %j', (text, initials) => expect(initialsOf(text)).toBe(initials));
});
