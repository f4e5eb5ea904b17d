import { contrast, leastDistance } from './colors.testing';
import { PART_COLORS } from './picture-styles';

/** Backgrounds of the pages of the explorer. */
const [LIGHT_PAGE, DARK_PAGE] = ['#ffffff', '#101318'];

describe('colours of parts', () => {
  it.each(PART_COLORS)('%s has a contrast of 3 to 1 on the light and on the dark page', (color) => {
    expect(contrast(color, LIGHT_PAGE)).toBeGreaterThan(3);
    expect(contrast(color, DARK_PAGE)).toBeGreaterThan(3);
  });

  // 0.1 in OKLab is about five times the least difference that is visible side by side.
  it('differ from their neighbours in a stack, for readers with any kind of colour blindness', () => {
    const distances = PART_COLORS.slice(1).map((color, index) => leastDistance(color, PART_COLORS[index] ?? color));
    expect(Math.min(...distances)).toBeGreaterThan(0.15);
  });
});
