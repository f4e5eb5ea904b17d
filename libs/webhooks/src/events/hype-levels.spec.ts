import { crossLevels, type HypeThresholds } from './hype-levels';

const USUAL: HypeThresholds = { scores: [50, 70, 85], hysteresis: 5 };

/** What a drop tells on its way over some scores, as `up 70`, and what it holds at the end. */
function way(held: readonly number[] | null, scores: readonly number[], thresholds: HypeThresholds) {
  const told: string[] = [];
  let now = held;
  for (const [index, after] of scores.slice(1).entries()) {
    const crossed = crossLevels(now, { before: scores[index]!, after }, thresholds);
    told.push(...crossed.crossings.map(({ direction, threshold }) => `${direction} ${threshold}`));
    now = crossed.held;
  }
  return { told, held: now };
}

describe('thresholds of an operator', () => {
  it('are told as the usual ones are', () => {
    const own: HypeThresholds = { scores: [20, 90], hysteresis: 10 };
    expect(way([], [19, 95, 81, 80, 11, 10], own)).toEqual({
      told: ['up 20', 'up 90', 'down 90', 'down 20'],
      held: [],
    });
  });

  // A score that stays at the threshold has both reached it and fallen to 0 points below it.
  it('are left below them where the way down counts no lower', () => {
    expect(way([], [69, 70, 70, 71, 70, 69, 70], { scores: [70], hysteresis: 0 })).toEqual({
      told: ['up 70', 'down 70', 'up 70'],
      held: [70],
    });
  });
});

describe('thresholds that have changed since they were noted', () => {
  it.each([
    ['falls below it', [72, 30]],
    ['stays above it', [72, 73]],
  ])('are held no longer when they are gone, and not told when the score %s', (_, scores) => {
    expect(way([70], scores, { scores: [99], hysteresis: 5 })).toEqual({ told: [], held: [] });
  });

  it('are held without a word when they are new and the drop stood above them', () => {
    expect(way([50], [65, 66], { scores: [50, 60], hysteresis: 5 })).toEqual({ told: [], held: [50, 60] });
    expect(way([50], [60, 58], { scores: [50, 60], hysteresis: 5 })).toEqual({ told: [], held: [50, 60] });
  });

  // The score passes it, whoever has noted what: as for a drop of which nobody has noted anything.
  it('are told as left when they are new and the next score falls below them', () => {
    for (const held of [[50], [], null]) {
      expect(way(held, [65, 52], { scores: [50, 60], hysteresis: 5 })).toEqual({ told: ['down 60'], held: [50] });
    }
  });

  it('are told as reached when they are new and the drop stood below them, also within the band', () => {
    expect(way([50], [58, 61], { scores: [50, 60], hysteresis: 5 })).toEqual({ told: ['up 60'], held: [50, 60] });
  });

  // A rising score would tell of a fall.
  it('are held no longer, without a word, where a smaller band would have let them go', () => {
    const narrow = { ...USUAL, hysteresis: 2 };
    expect(way([50, 70], [66, 67], narrow)).toEqual({ told: [], held: [50] });
    expect(way([50, 70], [66, 64], narrow)).toEqual({ told: [], held: [50] });
    expect(way([50, 70], [66, 71], narrow)).toEqual({ told: ['up 70'], held: [50, 70] });
  });

  it('are held on where a wider band keeps them', () => {
    expect(way([50, 70], [66, 61, 60], { ...USUAL, hysteresis: 10 })).toEqual({ told: ['down 70'], held: [50] });
  });
});
