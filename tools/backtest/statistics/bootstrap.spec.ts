import { blockBootstrap, drawsOf, intervalOf } from './bootstrap';
import { meanOf } from './spearman';

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

describe('drawsOf', () => {
  const [DAYS, PROJECTS] = [30, 12];
  const ofDay = Array.from({ length: DAYS }, (_, day) => Math.sin(day * 7));
  const ofProject = Array.from({ length: PROJECTS }, (_, project) => project / 6);
  const varianceOf = (values: readonly number[]) => meanOf(values.map((value) => (value - meanOf(values)) ** 2));
  const total = (counts: Int32Array) => counts.reduce((sum, count) => sum + count, 0);

  it('keeps the number of days and of projects in every resample', () => {
    for (const { days, projects } of drawsOf(DAYS, PROJECTS, OPTIONS))
      expect([total(days), total(projects)]).toEqual([DAYS, PROJECTS]);
  });

  it('draws days in blocks of neighbours that continue from the last day with the first', () => {
    for (const { days } of drawsOf(DAYS, 0, { ...OPTIONS, blockDays: 10, resamples: 50 })) {
      const starts = days.filter((count, day) => count > (days[(day + DAYS - 1) % DAYS] ?? 0));
      expect(starts.length).toBeLessThanOrEqual(3);
    }
  });

  // The mean of a figure that is the sum of a part of the day and a part of the project: independent draws of n days and m
  // projects give it the variance var(days) / n + var(projects) / m. Days alone would leave the second term out.
  it('gives the variance that theory gives where both days and projects vary', () => {
    const means = drawsOf(DAYS, PROJECTS, { blockDays: 1, resamples: 20_000, seed: 7 }).map(
      ({ days, projects }) =>
        ofDay.reduce((sum, value, day) => sum + value * (days[day] ?? 0), 0) / DAYS +
        ofProject.reduce((sum, value, project) => sum + value * (projects[project] ?? 0), 0) / PROJECTS,
    );
    const expected = varianceOf(ofDay) / DAYS + varianceOf(ofProject) / PROJECTS;
    const { error, low, high } = intervalOf(meanOf(ofDay) + meanOf(ofProject), means);
    expect(error ** 2 / expected).toBeCloseTo(1, 1);
    expect((high - low) / (2 * 1.96 * Math.sqrt(expected))).toBeCloseTo(1, 1);
  });
});
