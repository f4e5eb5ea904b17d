import { meanOf } from './spearman';

/** A figure with the 95 % interval and the standard deviation of its resamples. */
export interface Interval {
  readonly mean: number;
  readonly error: number;
  readonly low: number;
  readonly high: number;
}

interface BootstrapOptions {
  /** Days that are drawn together, so that correlations between neighbours are kept. */
  readonly blockDays: number;
  readonly resamples: number;
  readonly seed: number;
}

/** Two weeks a block: an outcome covers 7 days before and after its day, so that nearer days overlap. */
export const BOOTSTRAP: BootstrapOptions = { blockDays: 14, resamples: 2_000, seed: 20_261 };
/** Of days and projects. Ends of intervals vary by a few hundredths of their length with the seed. */
export const TWO_WAY: BootstrapOptions = { ...BOOTSTRAP, resamples: 1_000 };

/** One resample: how many times each day and each project is in it. */
export interface Draw {
  readonly days: Int32Array;
  readonly projects: Int32Array;
}

/**
 * Draws days in circular blocks of neighbours until there are as many as before (Politis and Romano 1992), and projects one
 * by one, both with replacement and independently of each other. Seeded: the same size, the same draws, so that two figures
 * of the same days and projects are compared draw by draw.
 */
export function drawsOf(days: number, projects: number, { blockDays, resamples, seed }: BootstrapOptions): Draw[] {
  const random = randomOf(seed);
  return Array.from({ length: resamples }, () => {
    const draw = { days: new Int32Array(days), projects: new Int32Array(projects) };
    for (let filled = 0; filled < days; filled += blockDays) {
      const start = Math.floor(random() * days);
      const size = Math.min(blockDays, days - filled);
      for (let offset = 0; offset < size; offset += 1) increment(draw.days, (start + offset) % days);
    }
    for (let drawn = 0; drawn < projects; drawn += 1) increment(draw.projects, Math.floor(random() * projects));
    return draw;
  });
}

const increment = (counts: Int32Array, index: number): void => {
  counts[index] = (counts[index] ?? 0) + 1;
};

/** Interval of the mean of a series over days, which are the only source of chance: the projects stay as they are. */
export function blockBootstrap(series: readonly number[], options: BootstrapOptions): Interval {
  const means = drawsOf(series.length, 0, options).map(
    ({ days }) => series.reduce((sum, value, day) => sum + value * (days[day] ?? 0), 0) / series.length,
  );
  return intervalOf(meanOf(series), means);
}

/** @param resamples - the figure of every draw, in any order. */
export function intervalOf(mean: number, resamples: ArrayLike<number>): Interval {
  const sorted = Float64Array.from(resamples).sort();
  const centre = meanOf(sorted);
  const error = Math.sqrt(meanOf(sorted.map((value) => (value - centre) ** 2)));
  return { mean, error, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Mulberry32: 32 bits of state are enough here, and the same on any machine. From 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
