import * as fc from 'fast-check';
import { InvalidInputError, rateReward } from '../index';

const reward = (evP50Usd: number | null, costUsd: number | null = null) => rateReward({ evP50Usd, costUsd }).score;

describe('rateReward', () => {
  it.each([
    [0, 0],
    [10, 26],
    [100, 50],
    [1_000, 75],
    [10_000, 100],
    [1e9, 100],
  ])('rates %p USD as %p', (usd, score) => expect(reward(usd)).toBe(score));

  it('rates the value after cost, and a loss as 0', () => {
    expect(reward(112.5, 12.5)).toBe(50);
    expect(rateReward({ evP50Usd: 5, costUsd: 50 })).toMatchObject({ score: 0, netUsd: 0 });
  });

  it('counts an unknown cost as 0, and reports it as unknown', () => {
    expect(rateReward({ evP50Usd: 100, costUsd: null })).toEqual({
      score: 50,
      netUsd: 100,
      known: { evP50Usd: true, costUsd: false },
    });
  });

  it('is unknown while the expected value is', () => {
    expect(rateReward({ evP50Usd: null, costUsd: 12 })).toMatchObject({ score: null, netUsd: null });
  });

  it('is an integer from 0 to 100 that rises with the value', () => {
    const usd = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(usd, usd, usd, (value, more, cost) => {
        const [lower, higher] = [reward(value, cost)!, reward(value + more, cost)!];
        expect(Number.isInteger(lower) && lower >= 0 && higher <= 100 && lower <= higher).toBe(true);
      }),
    );
  });

  it.each([NaN, Infinity, -1])('rejects %p USD', (usd) => {
    expect(() => reward(usd)).toThrow(InvalidInputError);
    expect(() => reward(1, usd)).toThrow(InvalidInputError);
  });
});
