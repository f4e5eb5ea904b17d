const DENSITY_AT_0 = 0.3989422804014327;
const P = 0.2316419;
const B1 = 0.31938153;
const B2 = -0.356563782;
const B3 = 1.781477937;
const B4 = -1.821255978;
const B5 = 1.330274429;

/**
 * Standard normal distribution function: the share of values below `z`, 0 to 1.
 *
 * The approximation is fixed, so that every implementation computes the same scores: Abramowitz and Stegun 26.2.17,
 * |error| < 7.5e-8.
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const t = 1 / (1 + P * x);
  const upperTail = DENSITY_AT_0 * Math.exp((-x * x) / 2) * t * (B1 + t * (B2 + t * (B3 + t * (B4 + t * B5))));
  return z < 0 ? upperTail : 1 - upperTail;
}
