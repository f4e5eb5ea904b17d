/**
 * Ranks from 1; equal values share the mean of their places.
 */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let first = 0; first < order.length;) {
    let last = first;
    while (order[last + 1]?.value === order[first]?.value && last + 1 < order.length) last += 1;
    for (let place = first; place <= last; place += 1) ranks[order[place]?.index ?? 0] = (first + last) / 2 + 1;
    first = last + 1;
  }
  return ranks;
}

/**
 * Spearman's rank correlation, -1 to 1, ties averaged.
 *
 * @returns null where all values of one side are equal: they have no order.
 */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
  return pearson(ranksOf(a), ranksOf(b));
}

function pearson(a: readonly number[], b: readonly number[]): number | null {
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  let products = 0;
  let squaresA = 0;
  let squaresB = 0;
  a.forEach((value, index) => {
    const offA = value - meanA;
    const offB = (b[index] ?? NaN) - meanB;
    products += offA * offB;
    squaresA += offA * offA;
    squaresB += offB * offB;
  });
  return squaresA === 0 || squaresB === 0 ? null : products / Math.sqrt(squaresA * squaresB);
}

/** NaN of nothing. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
