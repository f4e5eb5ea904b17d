import fc from 'fast-check';
import { activeThresholdsAt, crossThresholds, type HypeThresholds } from './hype-thresholds';

const DEFAULT: HypeThresholds = { scores: [50, 70, 85], hysteresis: 5 };

/** Crossings of a sequence of scores, such as `up 70`, and the active thresholds at its end. */
function walk(before: readonly number[] | null, scores: readonly (number | null)[], thresholds: HypeThresholds) {
  const crossings: string[] = [];
  let active = before;
  for (const [index, after] of scores.slice(1).entries()) {
    const crossed = crossThresholds(active, { before: scores[index] ?? null, after }, thresholds);
    crossings.push(...crossed.crossings.map(({ direction, threshold }) => `${direction} ${threshold}`));
    active = crossed.activeThresholds;
  }
  return { crossings, active };
}

describe('thresholds of an operator', () => {
  it('fire like the defaults', () => {
    const own: HypeThresholds = { scores: [20, 90], hysteresis: 10 };
    expect(walk([], [19, 95, 81, 80, 11, 10], own)).toEqual({
      crossings: ['up 20', 'up 90', 'down 90', 'down 20'],
      active: [],
    });
  });

  // A score equal to the threshold has both reached it and is 0 points below it.
  it('fire downward one point below them without a hysteresis', () => {
    expect(walk([], [69, 70, 70, 71, 70, 69, 70], { scores: [70], hysteresis: 0 })).toEqual({
      crossings: ['up 70', 'down 70', 'up 70'],
      active: [70],
    });
  });
});

describe('thresholds of a drop that is not always measured', () => {
  it('begin with the first score, without a crossing', () => {
    expect(walk([], [null, 72, 30], DEFAULT)).toEqual({ crossings: ['down 70', 'down 50'], active: [] });
    expect(walk([], [null, 45, 51], DEFAULT)).toEqual({ crossings: ['up 50'], active: [50] });
  });

  it('are inactive while there is no score, and begin again with the next one', () => {
    expect(walk([50, 70], [72, null], DEFAULT)).toEqual({ crossings: [], active: [] });
    // 66 is within the hysteresis of 70, which does not count after null.
    expect(walk([50, 70], [72, null, 66, 71], DEFAULT)).toEqual({ crossings: ['up 70'], active: [50, 70] });
  });

  it('never fire from or to null, and otherwise as without it', () => {
    const score = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 3 });
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 30 }), (scores) => {
        const parts: (number | null)[][] = [[]];
        for (const each of scores) if (each === null) parts.push([]); else parts.at(-1)!.push(each); // prettier-ignore
        const apart = parts.map(
          ([first = null, ...rest]) => walk(activeThresholdsAt(first, DEFAULT), [first, ...rest], DEFAULT).crossings,
        );
        expect(walk(activeThresholdsAt(scores[0]!, DEFAULT), scores, DEFAULT).crossings).toEqual(apart.flat());
      }),
    );
  });
});

describe('thresholds that the operator changed', () => {
  it.each([
    ['falls below it', [72, 30]],
    ['stays above it', [72, 73]],
  ])('become inactive without a crossing when removed and the score %s', (_, scores) => {
    expect(walk([70], scores, { scores: [99], hysteresis: 5 })).toEqual({ crossings: [], active: [] });
  });

  it('become active without a crossing when new and below the previous score', () => {
    expect(walk([50], [65, 66], { scores: [50, 60], hysteresis: 5 })).toEqual({ crossings: [], active: [50, 60] });
    expect(walk([50], [60, 58], { scores: [50, 60], hysteresis: 5 })).toEqual({ crossings: [], active: [50, 60] });
  });

  // The score crosses it, regardless of the record.
  it('fire downward when new and the next score falls below them', () => {
    for (const active of [[50], [], null]) {
      expect(walk(active, [65, 52], { scores: [50, 60], hysteresis: 5 })).toEqual({
        crossings: ['down 60'],
        active: [50],
      });
    }
  });

  it('fire upward when new and above the previous score, also within the hysteresis', () => {
    expect(walk([50], [58, 61], { scores: [50, 60], hysteresis: 5 })).toEqual({
      crossings: ['up 60'],
      active: [50, 60],
    });
  });

  // Otherwise a rising score would fire a downward crossing.
  it('become inactive without a crossing when a smaller hysteresis deactivates them', () => {
    const narrow = { ...DEFAULT, hysteresis: 2 };
    expect(walk([50, 70], [66, 67], narrow)).toEqual({ crossings: [], active: [50] });
    expect(walk([50, 70], [66, 64], narrow)).toEqual({ crossings: [], active: [50] });
    expect(walk([50, 70], [66, 71], narrow)).toEqual({ crossings: ['up 70'], active: [50, 70] });
  });

  it('stay active within a larger hysteresis', () => {
    expect(walk([50, 70], [66, 61, 60], { ...DEFAULT, hysteresis: 10 })).toEqual({
      crossings: ['down 70'],
      active: [50],
    });
  });
});
