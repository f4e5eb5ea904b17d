import { partialCorrelation, partialOf } from './partial';
import { spearman } from './spearman';

const SIDES: Readonly<Record<string, readonly number[]>> = {
  x: [1, 2, 3, 4, 5],
  y: [2, 1, 4, 3, 5],
  z: [1, 3, 2, 5, 4],
  w: [5, 1, 2, 4, 3],
};
const correlation = (a: string, b: string) => spearman(SIDES[a] ?? [], SIDES[b] ?? []);

describe('partialCorrelation', () => {
  // By hand, r = 1 − 6·Σd² / 120: xy and xz have Σd² 4, so .8; yz has 14, so .3. (.8 − .8·.3) / √((1 − .64)(1 − .09)).
  it('holds one side constant', () => {
    expect(correlation('x', 'y')).toBeCloseTo(0.8, 14);
    expect(correlation('y', 'z')).toBeCloseTo(0.3, 14);
    expect(partialCorrelation(correlation, 'x', 'y', ['z'])).toBeCloseTo(0.56 / Math.sqrt(0.36 * 0.91), 14);
  });

  it('is the plain correlation with nothing held constant', () => {
    expect(partialCorrelation(correlation, 'x', 'y', [])).toBe(correlation('x', 'y'));
  });

  // From the inverse of the matrix of all correlations, P: −P[x][y] / √(P[x][x] · P[y][y]), by numpy.linalg.inv.
  it('holds two sides constant, in whichever order', () => {
    expect(partialCorrelation(correlation, 'x', 'y', ['z', 'w'])).toBeCloseTo(0.9928966917868598, 12);
    expect(partialCorrelation(correlation, 'x', 'y', ['w', 'z'])).toBeCloseTo(0.9928966917868598, 12);
  });

  it('is null where the side held constant determines one of the two, or a side has no order', () => {
    expect(partialOf(0.5, 1, 0.5)).toBeNull();
    expect(partialCorrelation(correlation, 'x', 'y', ['x'])).toBeNull();
    expect(partialCorrelation(() => null, 'x', 'y', ['z'])).toBeNull();
  });
});
