/** Below this, a side is all but determined by the side that is held constant. */
const UNEXPLAINED_MIN = 1e-12;

/**
 * Partial correlation of x and y with one side z held constant, from the three correlations.
 *
 * @returns null where z determines x or y.
 */
export function partialOf(xy: number, xz: number, yz: number): number | null {
  const unexplained = (1 - xz * xz) * (1 - yz * yz);
  return unexplained < UNEXPLAINED_MIN ? null : (xy - xz * yz) / Math.sqrt(unexplained);
}

/**
 * Partial correlation of two sides with any number of others held constant: one after the other (Yule 1907).
 *
 * @param correlation - of two sides.
 * @returns null where a correlation is null, or the others determine a side.
 */
export function partialCorrelation<Side>(
  correlation: (a: Side, b: Side) => number | null,
  x: Side,
  y: Side,
  given: readonly Side[],
): number | null {
  const [last, ...others] = given;
  if (last === undefined) return correlation(x, y);
  const xy = partialCorrelation(correlation, x, y, others);
  const xz = partialCorrelation(correlation, x, last, others);
  const yz = partialCorrelation(correlation, y, last, others);
  return xy === null || xz === null || yz === null ? null : partialOf(xy, xz, yz);
}
