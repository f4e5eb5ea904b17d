import { quantile, spreadOf } from './measurement';

describe('spreadOf', () => {
  it('takes median and quartiles of an odd number of figures as they are, in any order', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ min: 1, q1: 2, median: 3, q3: 4, max: 5 });
  });

  it('interpolates where no figure is the median', () => {
    expect(quantile([1, 2], 0.5)).toBe(1.5);
    expect(quantile([10, 20, 30, 40], 0.25)).toBe(17.5);
  });

  it('is the one figure of a single round', () => {
    expect(spreadOf([7])).toEqual({ min: 7, q1: 7, median: 7, q3: 7, max: 7 });
  });
});
