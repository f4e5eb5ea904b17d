import * as fc from 'fast-check';
import { correlationOf, rankingOf, ranksOf, spearman } from './spearman';

const TIED = [
  [1, 2, 2, 3, 5, 5, 5, 0],
  [2, 1, 4, 4, 9, 9, 0, 3],
] as const;

describe('ranksOf', () => {
  const ones = (length: number) => new Int32Array(length).fill(1);

  it('gives equal values the mean of their ranks, and subtracts the mean of all', () => {
    const { centred } = ranksOf(rankingOf(TIED[0]), ones(8));
    expect([...centred].map((rank) => rank + 4.5)).toEqual([2, 3.5, 3.5, 5, 7, 7, 7, 1]);
  });

  // The bootstrap draws a project several times or not at all, and only changes its weight.
  it('counts a value as many times as its weight, as if it stood there so often', () => {
    const row = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(3));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2 }), (rows) => {
        const weights = Int32Array.from(rows, ([, , weight]) => weight);
        const side = (place: 0 | 1) => ranksOf(rankingOf(rows.map((each) => each[place])), weights);
        const repeated = rows.flatMap(([a, b, weight]) => Array<[number, number]>(weight).fill([a, b]));
        const expected = spearman(
          repeated.map(([a]) => a),
          repeated.map(([, b]) => b),
        );
        const weighted = correlationOf(side(0), side(1), weights);
        if (expected === null || weighted === null) expect(weighted).toBe(expected);
        else expect(weighted).toBeCloseTo(expected, 12);
      }),
    );
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
