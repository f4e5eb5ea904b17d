import { blockBootstrap } from './block-bootstrap';

const OPTIONS = { blockDays: 14, resamples: 2_000, seed: 7 };
/** Weeks that go up and down: each day is like its neighbours. */
const WAVES = Array.from({ length: 140 }, (_, day) => Math.sin(day / 5));
const widthOf = (series: readonly number[], blockDays: number) => {
  const { low, high } = blockBootstrap(series, { ...OPTIONS, blockDays });
  return high - low;
};

describe('blockBootstrap', () => {
  it('gives the same interval for the same seed, and nearly the same for another', () => {
    const again = blockBootstrap(WAVES, OPTIONS);
    expect(blockBootstrap(WAVES, OPTIONS)).toEqual(again);
    const other = blockBootstrap(WAVES, { ...OPTIONS, seed: 8 });
    expect(other.low).not.toBe(again.low);
    expect(other.low).toBeCloseTo(again.low, 1);
  });

  it('contains the mean of the series, and is empty for a constant series', () => {
    const { mean, low, high } = blockBootstrap(WAVES, OPTIONS);
    expect(mean).toBeCloseTo(WAVES.reduce((sum, value) => sum + value, 0) / WAVES.length, 14);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    expect(blockBootstrap([0.5, 0.5, 0.5], OPTIONS)).toEqual({ mean: 0.5, error: 0, low: 0.5, high: 0.5 });
  });

  // Single days would pretend to be so many observations, and the interval would be far too narrow.
  it('is wider in blocks where days are like their neighbours', () => {
    expect(widthOf(WAVES, 14)).toBeGreaterThan(1.5 * widthOf(WAVES, 1));
  });

  // The mean of n independent draws has the standard error s / √n: 0.5 / √400.
  it('has the standard error that theory gives where days are independent', () => {
    const coins = Array.from({ length: 400 }, (_, day) => ((day * 7_919) % 400) % 2);
    expect(blockBootstrap(coins, { ...OPTIONS, blockDays: 1 }).error).toBeCloseTo(0.025, 2);
  });
});
