import * as fc from 'fast-check';
import { ranksOf, spearman } from './spearman';

const TIED = [
  [1, 2, 2, 3, 5, 5, 5, 0],
  [2, 1, 4, 4, 9, 9, 0, 3],
] as const;

describe('ranksOf', () => {
  it('gives equal values the mean of their places', () => {
    expect(ranksOf(TIED[0])).toEqual([2, 3.5, 3.5, 5, 7, 7, 7, 1]);
  });
});

describe('spearman', () => {
  // The figure that scipy.stats.spearmanr gives.
  it('averages ties as statistics packages do', () => {
    expect(spearman(...TIED)).toBeCloseTo(0.34167422813591813, 14);
  });

  it('is 1 for the same order and -1 for the opposite one, whatever the distances', () => {
    expect(spearman([1, 2, 3, 4], [1, 10, 11, 1e9])).toBeCloseTo(1, 14);
    expect(spearman([1, 2, 3, 4], [4, 3, 2, -50])).toBeCloseTo(-1, 14);
  });

  it('says nothing of a side that is all the same', () => {
    expect(spearman([1, 2, 3], [5, 5, 5])).toBeNull();
  });

  it('does not look at more than the order', () => {
    const pair = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));
    fc.assert(
      fc.property(fc.array(pair, { minLength: 3 }), (pairs) => {
        const [a, b] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
        expect(
          spearman(
            a.map(Math.exp),
            b.map((value) => value ** 3),
          ),
        ).toEqual(spearman(a, b));
      }),
    );
  });
});
