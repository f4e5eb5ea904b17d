/** How figures lie: the middle and what is around it. */
export interface Spread {
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
}

/** The spread of at least one figure. */
export function spreadOf(figures: readonly number[]): Spread {
  const at = (share: number): number => quantile(figures, share);
  return { min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) };
}

/**
 * The figure below which a share of them lies, between two of them by their distance
 * (the usual definition, type 7 of Hyndman and Fan). NaN for none.
 *
 * @param share - 0 to 1.
 */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
