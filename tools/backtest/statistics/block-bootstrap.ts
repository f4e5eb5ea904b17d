import { meanOf } from './spearman';

/** A mean with the 95 % interval and the standard deviation of the means of resampled series. */
export interface Interval {
  readonly mean: number;
  readonly error: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** Days that are drawn together, so that correlations between neighbours are kept. */
  readonly blockDays: number;
  readonly resamples: number;
  readonly seed: number;
}

/** Two weeks a block: an outcome covers 7 days before and after its day, so that nearer days overlap. */
export const BOOTSTRAP: BootstrapOptions = { blockDays: 14, resamples: 2_000, seed: 20_261 };

/**
 * Interval of the mean of a series whose days are not independent: circular blocks of neighbouring days are drawn
 * with replacement until the series is full again (Politis and Romano 1992). Seeded: the same series, the same interval.
 */
export function blockBootstrap(series: readonly number[], { blockDays, resamples, seed }: BootstrapOptions): Interval {
  const random = randomOf(seed);
  const { length } = series;
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let filled = 0; filled < length; filled += blockDays) {
      const start = Math.floor(random() * length);
      const size = Math.min(blockDays, length - filled);
      for (let offset = 0; offset < size; offset += 1) sum += series[(start + offset) % length] ?? NaN;
    }
    return sum / length;
  }).sort((a, b) => a - b);
  const centre = meanOf(means);
  const error = Math.sqrt(meanOf(means.map((mean) => (mean - centre) ** 2)));
  return { mean: meanOf(series), error, low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

function quantile(sorted: readonly number[], share: number): number {
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
