import { normalCdf } from './hype/measure';

/** Value at a share of a distribution, 0 to 1. */
type QuantileKnot = readonly [share: number, value: number];

/** Quantile function: linear between its knots, which ascend in both members; flat before the first and after the last. */
export type QuantileFunction = readonly [QuantileKnot, ...QuantileKnot[]];

/** Maximum number of steps of the search; 5 to 10 are usual. */
const STEPS_MAX = 60;
/** Error of a quantile, in the unit of the values and per unit of the noise. */
const TOLERANCE = 1e-9;
/** Standard deviations of the noise beyond the outer knots in which every quantile is searched. */
const TAIL = 8;
/** Width of a piece in standard deviations of the noise below which the closed form loses digits to cancellation. */
const NARROW = 0.01;

/**
 * Quantile of the sum of a quantile function and normal noise that is independent of it, with mean 0.
 *
 * The distribution function of the sum has a closed form. It is inverted by Newton's method within an interval that
 * contains the quantile; a step that leaves the interval is replaced by its middle.
 *
 * @param spread - standard deviation of the noise, at least 0.
 */
export function quantileWithNoise(quantiles: QuantileFunction, spread: number, share: number): number {
  let at = quantileAt(quantiles, share);
  if (spread === 0) return at;
  let low = quantiles[0][1] - TAIL * spread;
  let high = (quantiles[quantiles.length - 1] ?? quantiles[0])[1] + TAIL * spread;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { below, density } = distributionAt(quantiles, spread, at);
    if (below < share) low = at;
    else high = at;
    const newton = at + (share - below) / density;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - at) <= TOLERANCE * (1 + spread)) return next;
    at = next;
  }
  return at;
}

/** Value of a quantile function at a share. */
export function quantileAt(quantiles: QuantileFunction, share: number): number {
  let [from, below] = quantiles[0];
  if (share <= from) return below;
  for (const [to, value] of quantiles) {
    if (share <= to) return below + ((share - from) / (to - from)) * (value - below);
    [from, below] = [to, value];
  }
  return below;
}

/**
 * Share of the sum below a value, and its density there. Each linear piece is a uniform distribution, whose sum with the
 * noise has the mean of Φ over the piece as its share; the flat ends are single values.
 */
function distributionAt(quantiles: QuantileFunction, spread: number, at: number): { below: number; density: number } {
  const [first] = quantiles;
  let from = noiseBelow(first, spread, at);
  let below = from.share * from.cdf;
  let density = from.share * from.density;
  for (let index = 1; index < quantiles.length; index += 1) {
    const to = noiseBelow(quantiles[index] ?? first, spread, at);
    const weight = to.share - from.share;
    const width = from.z - to.z;
    const narrow = width < NARROW;
    below += weight * (narrow ? (from.cdf + to.cdf) / 2 : (from.integral - to.integral) / width);
    density += weight * (narrow ? from.density : (from.cdf - to.cdf) / width);
    from = to;
  }
  const rest = 1 - from.share;
  return { below: below + rest * from.cdf, density: (density + rest * from.density) / spread };
}

/** Noise that keeps a knot below a value: its z, the normal distribution function there, its integral and its density. */
function noiseBelow([share, value]: QuantileKnot, spread: number, at: number) {
  const z = (at - value) / spread;
  const cdf = normalCdf(z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return { share, z, cdf, density, integral: z * cdf + density };
}
